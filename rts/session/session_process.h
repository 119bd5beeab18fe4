// A process of a session that executes calls: its endpoint, its exchange and its executor. It has
// no thread but the executor's, and does not know how it hears of the other processes: whoever owns
// it says so. A process of the system (processes.h) and one of a simulation are the same here.
// Thread-safety: note_up(), note_down() from one thread, also while it runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "rts/config/settings.h"
#include "rts/executor/executor.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/exchange.h"

namespace mentat::node {

// The driver executes calls and holds objects, as worker processes do. If not, only those that
// cannot be elsewhere.
bool driver_executes(const settings& chosen);
// The processes of the driver's host that do.
unsigned computing_processes(const settings& chosen);
// The worker threads of each process.
unsigned workers_of(const settings& chosen);

class session_process {
 public:
  struct options {
    exchange::options others;
    executor::options runs;  // but for what the process knows of itself
  };
  // What the settings say, for the process of that role.
  static options options_of(const settings& chosen, const member& self);

  // Throws as endpoint does.
  session_process(const member& self, endpoint_options reached, const options& chosen);

  // News of the session, in the order in which it happened. `number`: of the process, as the system
  // of this host counts.
  void note_up(const mmps::mmps_name& process, std::int32_t number, role what,
               const std::string& address);
  void note_down(const mmps::mmps_name& process, role what, const std::string& cause) {
    others_.note_down(process, what, cause);
  }

  // In the driver: runs the program, and comes back when all it started has ended, and the workers
  // have ended their objects. It must not throw.
  void run(const std::function<void()>& program);
  // In another process: executes what comes, until the driver's program has ended.
  void run_until_end();

  [[nodiscard]] endpoint& reached() { return reached_; }
  [[nodiscard]] exchange& others() { return others_; }
  [[nodiscard]] executor& runs() { return runs_; }

 private:
  endpoint reached_;
  exchange others_;
  executor runs_;
};

}  // namespace mentat::node
