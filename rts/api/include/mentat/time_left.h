/// @file
/// How long the program may still run.
#pragma once

#include <chrono>

namespace mentat {

/// How long this program may still run, in `main` and in member functions: until shortly before the
/// end of the batch job that has started this host, which ends the program. 0: the time is over;
/// `seconds::max()`: nothing limits it, or the limit is not known. A job that is preempted ends
/// sooner. Thread-safe. Costs a read of the clock. docs/engines/slurm.md.
[[nodiscard]] std::chrono::seconds time_left();

}  // namespace mentat
