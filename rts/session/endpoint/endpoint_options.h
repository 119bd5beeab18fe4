// What an endpoint uses of the system: by default that of a process of the system. A simulation
// gives it a transport, a clock and its own way to sleep and to end. A value that can be moved.
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
  // Over which all others are reached, instead of shared memory and of what member.network says:
  // nothing here has a thread then, and whoever owns the endpoint gives its network its turns.
  std::unique_ptr<mmps::transport> transport{};
  const base::clock* clock = &base::machine_clock();
  std::uint64_t seed = 0;
  base::seeded_bug bug = base::seeded_bug::none;
  // Ends this process: its answers cannot arrive, or its branch has lost a daemon. Whoever waits
  // for it hears that from the supervisor.
  std::function<void()> end = &end_process;
  // That process, or this one, is at fault that there is no way to it: the supervisor sees to it.
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
