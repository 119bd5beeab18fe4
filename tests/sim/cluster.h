// A whole cluster in one thread and virtual time, from one seed: for each host an instantiation
// manager with FALCON and a token-matching unit, the driver's process, and the worker processes
// that the managers ask for. Daemons and links are the product's, on a virtual network; driver and
// worker processes are models (docs/simulator.md). The simulation plays the loader, the supervisors
// (who tell of deaths), and the member functions (virtual_program.h); it injects the faults of its
// mix, and checks (docs/simulator.md):
//
//  after every step  a sender forgets a token only when its receiver has it (or is done with it);
//                    what a process that ends was executing is kept by who sent it;
//                    FINISHED is said only when everything emitted is in custody; a call of a
//                    persistent object takes effect once, and in the order of its caller; a unit is
//                    executed once for each attempt and replay; frames pass the codec; an mselect
//                    accepts the call that comes first by its guards, priorities and arrival
//  for every root    the right value, or an error that has its cause, within its bound; what waits
//                    at an object that cannot accept it, an error when the session ends
//  at the end        no unit, place, kept call, unacknowledged message; after a minute no tombstone
//                    and no kept result
// The first thing that is wrong is the failure; the run ends there. Thread-safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "daemons/im/instantiation_manager.h"
#include "daemons/tmu/owner.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/base/random.h"
#include "mmps/sim/network.h"
#include "tests/sim/model/driver.h"
#include "tests/sim/model/executing_process.h"
#include "tests/sim/endpoint.h"
#include "tests/sim/fault_mix.h"
#include "tests/sim/mutant.h"
#include "tests/sim/probes.h"
#include "tests/sim/trace.h"
#include "tests/sim/virtual_buffer.h"
#include "tests/sim/virtual_program.h"

namespace mentat::sim {

// A persistent object, apart from the machine that holds it.
struct object_state {
  std::set<std::uint64_t> effects{};  // numbers of calls
  // By caller and function: the place that its next call has at least; exactly, if the object does
  // not select.
  std::map<std::pair<std::uint64_t, std::uint16_t>, std::uint64_t> next_place{};
  bool is_buffer = false;
  virtual_buffer buffer{};
  std::set<std::uint64_t> arrived{};  // numbers of calls
};

class cluster {
 public:
  cluster(std::uint64_t seed, const fault_mix& mix, mutant broken, std::size_t trace_lines);

  void run();

  [[nodiscard]] const std::string& failure() const { return failure_; }  // empty: all is well
  [[nodiscard]] const trace& happened() const { return trace_; }
  [[nodiscard]] const probe_counts& probes() const { return probes_; }
  [[nodiscard]] base::instant now() const { return now_; }

 private:
  struct process {
    mmps::mmps_name name;
    std::string called;  // in the trace
    std::uint32_t host = 0;
    endpoint links;
    bool alive = true;
    // Exactly one of these.
    std::unique_ptr<im::instantiation_manager> manager;
    std::unique_ptr<tmu::token_matching_unit> matching;
    std::unique_ptr<executing_process> worker;
    std::unique_ptr<mentat::driver> driver;

    base::instant deadline = base::instant::never();
    std::map<std::uint64_t, execution> running{};          // of a worker
    std::map<std::uint64_t, std::uint64_t> accepted_by{};  // units, in an mselect of which unit
    std::uint64_t calls_made = 0;                          // for mutant::tags_by_counter
    std::set<computation_tag> calls_seen{};                // for mutant::no_cached_result
  };
  struct host {
    process* manager = nullptr;
    process* matching = nullptr;
    std::vector<tmu::member> members;  // the token-matching units, as this host knows them
    std::map<mmps::mmps_name, std::string> dead;   // of which this host has heard
    std::map<std::uint32_t, std::uint32_t> lives;  // of each process number
  };
  struct root {
    right_answer right;
    base::instant begun;
    std::string what;
    called object;          // that it calls
    bool hopeless = false;  // it calls what is never accepted
    bool done = false;
  };
  struct event {
    base::instant at;
    std::uint64_t order;
    std::function<void()> happens;
    bool operator<(const event& other) const {
      return std::tie(at, order) > std::tie(other.at, other.order);
    }
  };
  struct timer {
    base::instant at;
    std::size_t process;
    bool operator<(const timer& other) const {
      return std::tie(at, process) > std::tie(other.at, other.process);
    }
  };

  // setting up (cluster.cc)
  void make_hosts();
  void begin_program();
  void begin_roots();
  void begin_graph(std::uint32_t index);
  void begin_direct_call(std::uint32_t index);
  void begin_hopeless_call();
  void begin_root(const computation_tag& result, root&& begun, mmps::mentat_message&& call,
                  std::uint32_t number);
  void plan_faults();
  process& open(std::uint32_t host, std::uint32_t number, std::string called);
  void start_worker(std::uint32_t host);

  // time (cluster.cc)
  void run_until(base::instant end, bool until_done);
  void later(base::duration delay, std::function<void()> happens);
  base::duration between(base::duration least, base::duration most);
  bool in_thousand(std::uint32_t chance) { return chance != 0 && chance_.below(1000) < chance; }
  void note_deadline(process& of);

  // messages (messages.cc)
  void receive(process& at);
  void give(process& to, const mmps::mmps_name& from, mmps::mentat_message&& message);
  void give_worker(process& to, mmps::mentat_message&& message);
  void drain(process& of);
  bool drain_machine(process& of);
  bool drain_links(process& of);
  bool drain_worker(process& of);
  void delivered(process& to, mmps::link_table_output::addressed&& message);
  void route(process& from, mmps::mentat_message&& message, std::uint64_t id, std::uint64_t unit);
  void in_custody(process& of, const endpoint::released& released);
  void came_back(process& to, endpoint::returned&& returned);
  void results_came(process& at, const std::vector<root_result>& results);

  // execution (execution.cc)
  void begin_execution(process& in, execution&& begun);
  void execute(process& in, std::uint64_t id);
  void finish(process& in, std::uint64_t id);
  outcome execute_call(const execution& call);

  // objects that select (selecting.cc)
  void come_to_select(process& in, std::uint64_t id);
  void accept(process& in, acceptance&& came);
  bool selects_first(process& in, std::uint64_t id);
  void go_on_behind(process& in, std::uint64_t id);
  void unwind(process& in, std::uint64_t id);
  bool note_arrival(const process& at, const mmps::mentat_message& call);
  bool may_starve(const called& object);
  void end_session();

  // faults (faults.cc)
  bool may_kill(const process& one) const;
  bool pass_site(process& at, std::uint32_t chance, probe which);
  void kill(process& one, std::string_view cause);
  void kill_some_worker();
  void lose_some_unit();
  void hear(std::uint32_t host, const mmps::mmps_name& dead, const std::string& cause);
  void tell_of_death(process& one, const mmps::mmps_name& dead, const std::string& cause);

  // checks (checks.cc)
  void fail(std::string what);
  void check_custody(const endpoint::released& released);
  void check_keepers(const process& ending);
  void check_result(root& of, const root_result& result);
  void check_acknowledged(const process& one);
  [[nodiscard]] bool some_given_up() const;
  void check_bounds();
  void check_quiet();
  void check_forgotten();
  void count_probes();
  [[nodiscard]] process* find(const mmps::mmps_name& name);
  [[nodiscard]] std::string name_of(const mmps::mmps_name& name);

  std::uint64_t seed_;
  fault_mix mix_;
  mutant broken_;
  base::random chance_;
  trace trace_;
  probe_counts probes_{};
  std::string failure_;
  base::instant now_;
  mmps::sim::network net_;
  base::siphash_key key_;

  std::vector<std::unique_ptr<process>> processes_;
  std::map<mmps::mmps_name, std::size_t> by_name_;
  std::map<std::uint32_t, host> hosts_;
  process* driver_ = nullptr;
  std::priority_queue<event> events_;
  std::uint64_t last_event_ = 0;
  std::priority_queue<timer> timers_;

  bad_leaves bad_;
  std::vector<called> objects_;  // unbound: could not be made
  std::map<computation_tag, std::size_t> objects_wanted_;
  std::map<computation_tag, root> roots_;
  std::size_t roots_open_ = 0;
  std::size_t roots_to_begin_ = 0;
  std::map<mmps::mmps_name, object_state> object_states_;
  std::vector<std::uint64_t> direct_places_;
  std::set<std::tuple<computation_tag, std::uint8_t, std::uint8_t, mmps::mmps_name>> executed_;
  std::uint32_t kills_at_sites_ = 0;
  std::uint32_t deaths_ = 0;
  bool object_died_ = false;
  bool session_over_ = false;
};

}  // namespace mentat::sim
