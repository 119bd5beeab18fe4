// A process around a daemon: its endpoint, its clock, its sleep, and the supervisor's line. One
// thread takes the daemon's turns; another one receives the supervisor's notices and wakes it; an
// observer's thread answers `mentat list drops` in mode processes, and the second thread that of a
// session. The process ends, by _exit, when the supervisor's socket closes: the session is over, or
// the supervisor is gone.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "daemons/loader/daemon.h"
#include "daemons/loader/endpoint_access.h"
#include "mmps/base/instant.h"
#include "rts/config/settings.h"
#include "rts/session/endpoint/endpoint.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::loader {

class daemon_process {
 public:
  daemon_process(node::member& self, const node::settings& chosen);
  ~daemon_process();

  [[nodiscard]] session_access& access() { return access_; }
  void ask_for_process(node::role wanted);  // the supervisor
  [[noreturn]] void run(daemon& of);

 private:
  void hear();
  [[nodiscard]] std::string rows(const std::string& what, std::size_t most) const;
  void pass_news_to(daemon& of);
  void sleep_until(base::instant next);

  node::member& self_;
  const node::settings& chosen_;
  node::endpoint endpoint_;
  std::atomic<const daemon*> daemon_{nullptr};  // once it takes turns
  endpoint_access access_{endpoint_};
  std::mutex lock_;
  std::vector<node::notice> news_;
  std::atomic<bool> has_news_{false};
  std::thread listener_;
};

// A host that takes part in the program, with its name in the session.
struct taking_part {
  std::uint32_t host = 0, incarnation = 0;
  std::string name;
};

// The main functions of the two daemons of a host, for the supervisor's children. `hosts`: empty in
// mode processes.
int run_instantiation_manager(node::member self, const node::settings& chosen,
                              std::uint32_t max_processes, const std::vector<taking_part>& hosts);
int run_token_matching_unit(node::member self, const node::settings& chosen);

}  // namespace mentat::loader
