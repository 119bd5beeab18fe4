// A session of the product in one thread and virtual time: the driver, worker processes,
// instantiation managers and token-matching units of several hosts, over a virtual network. One
// seed replays everything.
//
// A process that executes calls is a node::session_process with one worker. It runs on fibers of
// its own, and gives the thread back when its executor sleeps. Daemons take turns. The world is
// their supervisor: it tells all of them which processes have begun and ended. Time passes only
// when no process has anything to do, to the next message or deadline.
//
// Invariants: the same options and program give the same trace. REQUIRES: member functions do not
// wait outside of Mentat. The fibers of a killed process, and the objects on them, are never freed.
// Thread-safety: none; one world in a thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemons/sim/host_clock.h"
#include "daemons/sim/virtual_disk.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/net/shared_pieces.h"
#include "mmps/sim/network.h"
#include "mmps/wire/mmps_name.h"
#include "rts/config/settings.h"
#include "rts/executor/fiber.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::sim {

// An event of a world, reported as it happens.
struct world_event {
  enum class kind : std::uint8_t {
    begins,
    ends,
    runs,
    hears,
    is_told,
    sends,
    is_cut,
    is_healed,
    loses_power,
    drains,
    clock_jumps
  };
  kind what;
  base::instant at;
  mmps::mmps_name process;
  std::string text{};       // of a start: the role; of an end: why; of a message
  mmps::mmps_name other{};  // of `sends`: the receiver
  base::instant arrives{};  // of `sends`; never: it is lost
};

struct world_options {
  std::uint64_t seed = 1;
  std::uint32_t hosts = 1;
  std::uint32_t workers = 2;  // worker processes of each host; the driver is one more
  bool adversarial = false;   // executors that take calls in random order
  // The driver and the workers leave every call to another process.
  node::exchange_placement placement = node::exchange_placement::share;
  mmps::sim::way within_host{1 * base::microsecond, 5 * base::microsecond};
  mmps::sim::way between_hosts{50 * base::microsecond, 200 * base::microsecond};
  // In virtual time: how long a program may run without any change of its work.
  base::duration longest = 600 * base::second;

  std::optional<std::uint32_t> run_time;  // of each function, in ns; none: made up from the seed

  node::settings settings;  // of each process; mode, workers, processes and placement are as above
  std::function<void(const world_event&)> observe;  // may be empty

  // One process, of a role in `dies`, ends after so many events; 0: none. Then others, one after
  // so many further events each.
  std::uint64_t death_after = 0;
  std::size_t deaths = 1;
  node::role dies = node::role::worker;
  // So long after the last of these deaths the token-matching unit of the driver's host ends, too;
  // 0: it does not.
  base::duration matching_dies_later = 0;
  // The death comes within a turn, before all messages of that turn are sent, not between two
  // turns. The others cannot observe the place of a death more precisely: they see only its
  // messages.
  bool dies_sending = false;
  // After so many events a host other than the driver's loses its power; 0: none. No process learns
  // that at once: messages of its processes still arrive, and messages to them are lost.
  std::uint64_t power_loss_after = 0;
  // after this time their supervisors report it
  base::duration power_loss_unnoticed = 3 * base::second;
  // After so many events a host other than the driver's is drained; 0: none. What is left there
  // after `drain_within` is lost.
  std::uint64_t drain_after = 0;
  base::duration drain_within = 60 * base::second;
  // The clock of each host starts at up to an hour, and runs up to so many millionths faster or
  // slower than virtual time; one jumps ahead after so many events.
  std::int64_t clock_drift = 0;
  std::uint64_t clock_jump_after = 0;
  base::duration clock_jump = 10 * base::second;
  // Every second host is slow: after each turn, its processes do nothing for up to so long.
  base::duration slow_pause = 0;
  // The network between the hosts is cut in one direction at one event, and heals.
  std::uint64_t cut_after = 0;
  base::duration cut_lasts = 3 * base::second;

  base::seeded_bug bug = base::seeded_bug::none;  // in every process
  // For each token-matching unit, for tokens beyond tmu.memory of the settings.
  disk_faults disks;
  bool little_memory = false;  // the settings give these units too little, on purpose
  bool low_limits = false;     // the settings have a limit that programs reach, on purpose
};

// The cause that a killed process ends with.
inline constexpr const char* cause_of_death = "was killed by the world";
// The cause that a drained host leaves with.
inline constexpr const char* cause_of_drain = "was drained: the world wanted it";

struct world_outcome {
  bool ended = false;  // the program, within the time
  std::string answer;  // its result, or the exception that left it
  bool threw = false;
  std::string trouble;        // empty, or a broken invariant: an endless wait, or something kept
  std::string died;           // the injected death, if any: "process 3 of host 2 died"
  bool was_replaced = false;  // another process has taken the place of what died
  std::uint64_t disk_faults = 0;  // faults of disks that occurred
  std::uint64_t spilled = 0;      // records
  bool had_little_memory = false, had_low_limits = false;
  std::optional<base::duration> drained_in;  // the time that a drained host took to leave
  std::ptrdiff_t left_behind = 0;            // workers that did not end by themselves after a death
  std::uint64_t trace = 0;                   // hash of all events
  std::uint64_t events = 0;
  base::instant end{};
};

class agenda;
class simulated_process;
struct environment;

class world {
 public:
  explicit world(const world_options& chosen);
  world(const world&) = delete;
  world& operator=(const world&) = delete;
  ~world();

  // To be called once.
  world_outcome run(const std::function<std::string()>& program);

 private:
  friend class simulated_process;
  struct news {
    enum class kind : std::uint8_t { up, down, drains };
    mmps::mmps_name to, about;
    kind what;
    node::role role;
    std::uint32_t cores;
    std::string text;  // the address, or the cause
    node::suspects_of_end suspects{};
  };

  void start(std::uint32_t host, node::role what);
  void start(const mmps::mmps_name& name, node::role what);
  std::unique_ptr<simulated_process> make_manager(node::member self, environment in);
  std::unique_ptr<simulated_process> make_unit(node::member self, environment in);
  std::unique_ptr<simulated_process> make_member(node::member self, environment in);
  const std::shared_ptr<mmps::net::shared_pieces>& pieces_of(std::uint32_t host);
  void announce(const simulated_process& fresh);
  void end(simulated_process& one, const std::string& cause);
  void silence(simulated_process& one, const std::string& cause);
  void kill(simulated_process& one, const std::string& cause);
  void lose_branch(std::uint32_t host, const std::string& cause);
  void tell(const simulated_process& to, news what);
  void start_wanted(const mmps::mmps_name& manager, node::role wanted);
  void set_ways(const simulated_process& fresh);
  void inject();
  void inject_death();
  void inject_later_death();
  void die(simulated_process& one);
  void inject_cut();
  void inject_power_loss();
  void inject_clock_jump();
  void inject_drain();
  void tell_drain(const simulated_process& to);
  [[nodiscard]] bool is_drained(const mmps::mmps_name& name) const {
    return drained_ && *drained_ == name.host;
  }
  void lose_power(std::uint32_t host);
  void announce_end(const simulated_process& one, const std::string& cause);
  void let_rest(simulated_process& one);
  host_clock& clock_of(std::uint32_t host);
  void refresh(std::uint32_t host);
  bool end_those_that_want_to();
  bool run_those_that_can();
  bool pass_time();
  void note(world_event::kind what, const mmps::mmps_name& who, const std::string& text = {});
  void note_kept(const simulated_process& one);
  void note_quiet();
  void note_daemons();
  [[nodiscard]] bool began_too_late(const simulated_process& one) const;
  [[nodiscard]] bool some_began_too_late();
  [[nodiscard]] node::settings settings_of_processes() const;
  void check_the_end();
  void count_disk_of(const simulated_process& one);
  [[nodiscard]] std::string all_kept();
  [[nodiscard]] std::vector<simulated_process*> living();
  simulated_process* find(const mmps::mmps_name& name);

  const world_options chosen_;
  base::random chance_;
  mmps::sim::network network_;
  fiber here_;  // of the thread
  std::map<mmps::mmps_name, std::unique_ptr<simulated_process>> processes_;
  std::vector<std::unique_ptr<simulated_process>> ended_;  // others may still read their pages
  std::unique_ptr<agenda> agenda_;                         // of those in processes_
  std::map<std::uint32_t, std::uint32_t> last_number_;     // by host
  std::map<std::pair<base::instant, std::uint64_t>, news> news_;  // by time, then in their order
  std::map<mmps::mmps_name, base::instant> last_news_;            // by receiver
  std::uint64_t told_ = 0;
  std::optional<base::instant> heals_;
  std::optional<mmps::mmps_name> dying_;  // falls silent within a turn
  std::size_t deaths_ = 0;
  std::uint64_t last_death_ = 0;  // the event
  base::instant last_died_;
  bool matching_has_died_ = false;
  std::vector<std::unique_ptr<simulated_process>> without_power_;
  std::optional<base::instant> power_loss_noticed_;  // never(): it has been
  std::optional<std::uint32_t> drained_;             // the host
  base::instant drained_until_ = base::instant::never();
  std::map<std::uint32_t, host_clock> clocks_;  // by host
  std::map<std::uint32_t, std::shared_ptr<mmps::net::shared_pieces>> pieces_;
  bool clock_has_jumped_ = false;
  simulated_process* driver_ = nullptr;          // in processes_
  std::set<mmps::mmps_name> workers_of_driver_;  // workers that it was told of before it ended
  std::function<std::string()> program_;
  bool is_broken_ = false;             // by the death of a daemon of the driver's host
  bool was_quiet_ = false;             // the first process has found it quiet, or has been told
  bool checks_daemons_later_ = false;  // at the daemons: when the workers have ended
  std::string kept_;                   // of calls, then or by a process that has ended
  world_outcome result_;
};

// The program's answer when each call runs at once.
std::string serial_answer(const std::function<std::string()>& program);

}  // namespace mentat::sim
