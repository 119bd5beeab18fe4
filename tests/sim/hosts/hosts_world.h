// A session of hosts in one thread and virtual time: the product's host sessions, links,
// memberships and programs on a virtual network. The world plays a daemon's environment: the door
// of its network, the supervisor that starts branches, programs and their branches, and the
// administrator who starts a daemon again or invites a host. One seed replays everything.
//
// Invariants that a seed checks: a host that is gone never comes back as the same incarnation; the
// parts of a program hear the same news of each host, in order, once, after their beginning, and
// none after its end; each part hears of each host that is lost; when all faults are over, all
// hosts know the same members; when all drivers have ended, nothing is kept; when all hosts leave
// at once, none waits for another that has gone. Thread-safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/sim/network.h"
#include "tests/sim/hosts/program_part.h"

namespace mentat::sim {

struct hosts_options {
  std::uint64_t seed = 1;
  std::uint32_t hosts = 4;
  std::uint32_t programs = 12;
  bool messages = false;  // are lost, repeated, reordered
  bool cuts = false;      // of the network between two hosts, in one direction or both
  bool deaths = false;    // daemons die with their branches, and are started again
  bool leaves = false;    // hosts leave, and are invited again
  bool pauses = false;    // a daemon stands still for up to 12 s
  bool clocks = false;    // drift by up to 5 %, and jump ahead by up to 10 s
  bool founder_dies = false;
  bool drains = false;  // hosts are drained, and are invited again
  base::seeded_bug bug = base::seeded_bug::none;
};

// `faults`: none, all, or a list of messages, cuts, deaths, leaves, pauses, clocks, founder,
// drains, with commas between. With "all" each seed draws its own selection. Throws
// std::invalid_argument for another name.
hosts_options hosts_options_of(std::uint64_t seed, std::uint32_t hosts, const std::string& faults);

struct hosts_outcome {
  std::string trouble;  // empty: none
  std::uint64_t trace = 0;
  std::uint64_t messages = 0, programs_begun = 0, daemons_started = 0, came_back = 0, news = 0;
};

class simulated_host;

class hosts_world {
 public:
  explicit hosts_world(const hosts_options& chosen);
  hosts_world(const hosts_world&) = delete;
  hosts_world& operator=(const hosts_world&) = delete;
  ~hosts_world();

  hosts_outcome run();  // once
  // Lines of the logs of the daemons; may be empty.
  std::function<void(const std::string&)> observe;

  // --- for hosts and programs
  base::random chance;
  mmps::sim::network network;
  hosts_outcome result;
  std::map<std::string, std::unique_ptr<simulated_program>> programs;  // by name
  void after(base::duration delay, std::function<void()> action);
  void fail(const std::string& why);
  bool is_cut(std::uint32_t from, std::uint32_t to) const { return cuts_.contains({from, to}); }
  simulated_host& host(std::uint32_t machine) { return *hosts_[machine - 1]; }
  // Chance of one in `of`.
  bool one_in(std::uint64_t of) { return chance.below(of) == 0; }
  base::duration up_to(base::duration longest) {
    return static_cast<base::duration>(chance.below(static_cast<std::uint64_t>(longest) + 1));
  }
  [[nodiscard]] base::seeded_bug bug() const { return chosen_.bug; }

 private:
  void plan();
  void plan_faults();
  void plan_death(std::uint32_t machine);
  void plan_cut();
  void plan_drain(std::uint32_t machine);
  void begin_program(std::uint32_t machine, const std::string& name);
  void end_faults();
  void end_session();
  void check_members();
  void check_programs();
  void check_nothing_kept();
  void pass_time(base::instant until);
  void note(std::uint64_t what);

  const hosts_options chosen_;
  std::vector<std::unique_ptr<simulated_host>> hosts_;  // by machine, from 1
  std::set<std::pair<std::uint32_t, std::uint32_t>> cuts_;
  std::map<std::pair<base::instant, std::uint64_t>, std::function<void()>> actions_;
  std::uint64_t scheduled_ = 0;
};

}  // namespace mentat::sim
