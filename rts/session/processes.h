// An operating-system process in a session of several, on one host or on more: a session_process,
// and the thread to which the supervisor tells which processes have come and ended. Errors: if the
// supervisor is gone the process ends with status 125 and a message; the kernel ends the others.
#pragma once

#include <functional>

#include "rts/config/settings.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/session_process.h"

namespace mentat::node {

// In the driver: runs the program and returns its status. First waits until all worker processes of
// this host can be reached; those of the other hosts may come later, except that
// `placement=elsewhere` waits a limited time for one on each.
int run_driver(const settings& chosen, member& self, unsigned workers, unsigned other_hosts,
               const std::function<int()>& program);
// In a worker process: executes incoming calls until the driver's program has ended.
int run_worker(const settings& chosen, member self);

// With the setting `stats`: tells on standard error how much the process has sent.
void print_traffic_if_wanted(const settings& chosen, const mmps::mmps_name& self,
                             const endpoint& through);

}  // namespace mentat::node
