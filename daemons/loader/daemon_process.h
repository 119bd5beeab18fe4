// A daemon of a host as a process: a machine between a transport, a clock and the supervisor's
// notices. One thread runs the machine; another one hears the notices and rings it. Ends, by _exit,
// when the supervisor's socket closes: the session is over, or the supervisor is gone.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "rts/node/authority.h"
#include "rts/node/endpoint.h"
#include "rts/node/notice.h"
#include "rts/node/settings.h"

namespace mentat::loader {

// What a daemon_process needs of a machine.
class machine {
 public:
  virtual void step(base::instant now, mmps::mentat_message&& message) = 0;
  virtual void process_up(base::instant now,
                          const node::notice& news) = 0;             // of this host or another
  virtual void start_refused(base::instant, const node::notice&) {}  // a process that it wanted
  virtual void tick(base::instant now) = 0;
  [[nodiscard]] virtual base::instant next_deadline() const = 0;
  virtual std::vector<mmps::mentat_message> take_output() = 0;
  [[nodiscard]] virtual bool busy() const = 0;  // it holds something that will lead to a message

 protected:
  ~machine() = default;
};

class daemon_process {
 public:
  explicit daemon_process(node::member& self,
                          const base::clock& clock = base::machine_clock());
  ~daemon_process();

  void run(machine& of);  // does not come back
  [[nodiscard]] node::endpoint& reached() { return endpoint_; }

 private:
  void hear();
  void take_news(machine& of);
  void send(std::vector<mmps::mentat_message> messages);
  void send_held();
  void answer_query(const mmps::message_header& query, std::span<const std::byte> body,
                    machine& of);

  node::member& self_;
  const base::clock& clock_;
  node::authority authority_;
  node::endpoint endpoint_;
  std::uint64_t sent_ = 0, received_ = 0;
  std::deque<mmps::mentat_message> held_;  // their receivers have no room yet
  std::set<mmps::mmps_name> living_;       // as far as the machine knows
  std::mutex lock_;
  std::vector<node::notice> news_;
  std::atomic<bool> has_news_{false};
  std::thread listener_;
};

// A host that takes part in the program, by the name that the session has for it.
struct taking_part {
  std::uint32_t host = 0, incarnation = 0;
  std::string name;
};

// What the two daemons of a host do; for the supervisor's children. `hosts`: empty in mode
// processes.
int run_instantiation_manager(node::member self, const node::settings& chosen,
                              std::uint32_t most_processes, const std::vector<taking_part>& hosts);
int run_token_matching_unit(node::member self, const node::settings& chosen);

}  // namespace mentat::loader
