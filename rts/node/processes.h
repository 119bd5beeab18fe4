// A process of a session of several, on one host or on more: its endpoint, its exchange and its
// executor, and the thread that hears from the supervisor who has come and who has ended. Errors:
// if the supervisor is gone the process ends with status 125 and a message; the kernel ends the
// others.
#pragma once

#include <functional>

#include "rts/node/notice.h"
#include "rts/node/settings.h"

namespace mentat::node {

// The driver executes calls and holds objects, as worker processes do. If not, only those that
// cannot be elsewhere.
bool driver_executes(const settings& chosen);
// The processes of the driver's host that do.
unsigned executing_processes(const settings& chosen);
// The worker threads of each process.
unsigned workers_of(const settings& chosen);

// In the driver: runs the program; its status. Waits first until all worker processes of this host
// can be reached; those of the other hosts may come later, but for `placement=elsewhere`, which
// waits for some time for one on each.
int run_driver(const settings& chosen, member& self, unsigned workers, unsigned other_hosts,
               const std::function<int()>& program);
// In a worker process: executes what comes, until the driver's program has ended.
int run_worker(const settings& chosen, member self);

}  // namespace mentat::node
