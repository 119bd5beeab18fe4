// A process of a session that executes calls: its endpoint, its exchange and its executor. It has
// only the executor's threads; its owner tells it of the other processes. An operating-system
// process (processes.h) and a simulated one are the same here. Thread-safety: note_up(),
// note_down() from one thread, also while it runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rts/config/settings.h"
#include "rts/executor/executor.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/exchange.h"

namespace mentat::node {

// Whether the driver executes calls and holds objects like a worker process. If not, it has only
// those that cannot be elsewhere.
bool driver_executes(const settings& chosen);
// The number of processes of the driver's host that execute calls.
unsigned computing_processes(const settings& chosen);
// The number of worker threads of each process.
unsigned workers_of(const settings& chosen);

class session_process {
 public:
  struct options {
    exchange::options others;
    executor::options runs;  // except those that the process sets itself
  };
  // The options from the settings, for the process of that role.
  static options options_of(const settings& chosen, const member& self);

  // Throws as endpoint does.
  session_process(const member& self, endpoint_options reached, const options& chosen);

  // News of the session, in the order in which it happened. `number`: the process id on this host.
  void note_up(const mmps::mmps_name& process, std::int32_t number, role what,
               const std::string& address);
  void note_down(const mmps::mmps_name& process, role what, const std::string& cause,
                 suspects_of_end suspects) {
    others_.note_down(process, what, cause, std::move(suspects));
  }
  // The host of this manager takes no new work and will leave the program. A worker of that host
  // ends when nothing is left there that others need.
  void note_drains(const mmps::mmps_name& manager) { others_.note_drains(manager); }

  // In the driver: runs the program, which must not throw; returns when all its calls have ended
  // and the workers have ended their objects.
  void run(const std::function<void()>& program);
  // In another process: executes incoming calls until the driver's program has ended.
  void run_until_end();

  [[nodiscard]] endpoint& reached() { return reached_; }
  [[nodiscard]] exchange& others() { return others_; }
  [[nodiscard]] executor& runs() { return *runs_; }

 private:
  endpoint reached_;
  exchange others_;
  const std::unique_ptr<executor> runs_;
};

}  // namespace mentat::node
