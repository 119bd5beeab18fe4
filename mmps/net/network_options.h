// The choices that the owner of a network makes (network.h). A copyable value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "mmps/base/clock.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/futex/futex.h"
#include "mmps/net/shared_pieces.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

struct network_options {
  mmps_name self{};
  std::uint32_t cluster = 0;    // messages of other clusters are dropped
  std::uint32_t forwarder = 1;  // processes with this number may forward others' messages
  std::uint64_t seed = 1;
  base::seeded_bug bug = base::seeded_bug::none;
  std::size_t queue_bytes = fixed::link_queue.value;    // for one process; then its senders wait
  bool senders_wait = true;                             // false: send() says `full` instead
  base::duration for_last_messages = base::second / 2;  // how long close() waits for them
  // The word of the thread that may sleep(); null: the network has one of its own.
  base::futex_word* sleeps_on = nullptr;
  // Wakes a thread to handle new messages. True: it woke the thread of the word.
  std::function<bool()> arrived = [] { return false; };
  std::function<void(const std::string&)> warn = [](const std::string&) {};
  const base::clock* clock = &base::machine_clock();
  bool has_thread = true;  // else the clock may be any, senders never wait, and close() does not
  // Of the program's processes on this host; null: pieces come from other hosts for each process.
  std::shared_ptr<shared_pieces> pieces{};
  // Whether `messages` messages of the process have been handled here, or never will be.
  std::function<bool(const mmps_name& process, std::uint64_t messages)> has_handled =
      [](const mmps_name&, std::uint64_t) { return true; };
};

}  // namespace mentat::mmps::net
