// How an executor runs a program, and what it knows of its process.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "mmps/base/clock.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/limits.h"
#include "rts/executor/outside.h"

namespace mentat {

struct executor_options {
  unsigned workers = 1;
  bool adversarial = false;
  std::uint64_t seed = 1;
  bool run_on_waiting_fiber = true;       // false: strict uses always park (for measuring)
  std::chrono::nanoseconds spin{50'000};  // before a worker sleeps; about one wake-up latency
  unsigned max_searching = 1;  // idle workers, beside other processes; further ones sleep
  mentat::limits limits;
  std::string host;
  std::function<void(const std::string&)> warn;
  std::function<std::string()> explain_waits{};  // in lines, for the first deadlock
  mmps::mmps_name self{};              // of this process; the names of its objects begin with it
  mentat::outside* outside = nullptr;  // the other processes of the session
  const base::clock* clock = &base::machine_clock();
  bool pauses_for_memory = false;     // a caller whose calls fill it; once in a process
  bool pins_main = false;             // main stays on its thread (pinned_main.h)
  unsigned check_replicas_every = 0;  // writes of a replicated object; 0: never
  base::seeded_bug bug = base::seeded_bug::none;
};

}  // namespace mentat
