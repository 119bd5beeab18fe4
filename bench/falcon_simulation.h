// Simulates hosts that share load with FALCON: each has the real instantiation manager of
// daemons/im, one process with one core, and Poisson arrivals of tasks. No policy is reimplemented
// here.
//
// The model: a task asks the manager of its host for a place; the process of the accepting host
// executes its tasks in the order in which they got places. Messages take no time. A transfer costs
// its sender `transfer_cost` mean service times of its processor, and news of a load `news_cost`;
// both delay the current task of the processor, or the next one.
//
// Deterministic: the same parameters and seed give the same numbers on every machine with IEEE
// arithmetic and the same log(). Times in mean service times of a host at full speed. Cost: about 2
// to 10 microseconds a task.
#pragma once

#include <cstdint>

#include "daemons/falcon/scheduler.h"

namespace mentat::bench {

struct falcon_parameters {
  std::uint32_t hosts = 100;
  double load = 0.8;    // offered work over the capacity of all hosts
  bool sharing = true;  // false: no transfers
  falcon::location where = falcon::location::best_most_recently;
  std::uint32_t threshold = 1;  // units, for hosts of one core
  std::uint8_t limit = 3;
  std::uint32_t news_to = 4;
  double fresh = 2;  // news expire after this time
  // At most one announcement in this time: 10 ms if a task takes 100 ms.
  double news_interval = 0.1;
  double transfer_cost = 0, news_cost = 0;
  // Of the service time; 1: exponential; above: hyper-exponential of two phases, balanced means.
  double squared_variation = 1;
  bool slow_hosts = false;  // every fourth host has half the speed
  std::uint64_t seed = 1;
  // All arrivals; the first fifth and the last twentieth are not measured.
  std::uint64_t tasks = 200'000;
};

struct falcon_measured {
  double response = 0;
  double half_width = 0;  // of the 95 % confidence interval, from 10 batches
  double transfers = 0;   // per task
  double news = 0;        // messages per task
  std::uint32_t max_transfers = 0;
  std::uint64_t tasks = 0;
};

falcon_measured simulate(const falcon_parameters& chosen);

}  // namespace mentat::bench
