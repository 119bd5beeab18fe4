// A process of a session of several on one host: its transport, its exchange and its executor, and the thread that hears from the
// supervisor who has come and who has ended.
// Errors: if the supervisor is gone the process ends with status 125 and a message; the kernel ends the others.
#pragma once

#include <functional>

#include "rts/node/notice.h"
#include "rts/node/settings.h"

namespace mentat::node {

// In the driver: runs the program; its status. Waits first until all worker processes can be reached.
int run_driver(const settings& chosen, member& self, unsigned workers, const std::function<int()>& program);
// In a worker process: executes what comes, until the driver's program has ended.
int run_worker(const settings& chosen, member self);

}  // namespace mentat::node
