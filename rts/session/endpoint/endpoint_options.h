// The system services that an endpoint uses; the defaults suit an operating-system process. A
// simulation supplies its own transport, clock, sleep and end. A movable value.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/shm/bell.h"
#include "mmps/transport/transport.h"
#include "mmps/wire/mmps_name.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

struct endpoint_options {
  // Reaches all other processes, instead of shared memory and of the network in member.network. The
  // endpoint has no thread then, and its owner calls turn().
  std::unique_ptr<mmps::transport> transport{};
  const base::clock* clock = &base::machine_clock();
  std::uint64_t seed = 0;
  base::seeded_bug bug = base::seeded_bug::none;
  // Ends this process, because its answers cannot arrive or its branch has lost a daemon. The
  // supervisor tells those that wait for it.
  std::function<void()> end = &end_process;
  // Tells the supervisor that a process is unreachable; that one or this one is at fault.
  std::function<void(const mmps::mmps_name&, const std::string& why)> unreachable =
      [](const mmps::mmps_name&, const std::string&) {};
  // With `transport`: the page of a process of this host, or null; and how the first thread sleeps
  // while its word of the bell is `expected`.
  std::function<mmps::shm::doorbell*(const mmps::mmps_name&)> page_of{};
  std::function<void(std::uint32_t expected, base::duration longest)> sleep{};

  static void end_process();
  static endpoint_options of_process(member& self);
};

}  // namespace mentat::node
