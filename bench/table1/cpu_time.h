// The CPU time of a whole Mentat program. Thread-safety: any thread.
#pragma once

namespace mentat::bench {

// The CPU time, in seconds, that the processes that run this executable have used so far: the
// driver, workers and daemons of the program, also on other hosts of a session on this machine, but
// not the host daemons, which take no part in calls. Threads that have ended are not counted.
double cpu_time_of_program();

}  // namespace mentat::bench
