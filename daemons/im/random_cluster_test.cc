// Hosts with their instantiation managers, token-matching units, loaders and processes, in which
// everything happens in a random order that the seed decides. Messages of one sender to one
// receiver keep their order; nothing else does.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemons/im/bytes.h"
#include "daemons/im/instantiation_manager.h"
#include "mmps/wire/message_type.h"

namespace mentat::im {
namespace {

using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

struct options {
  std::uint64_t seed = 0;
  std::uint32_t hosts = 4;
  std::uint8_t limit = 3;
  bool deaths = false;      // of processes
  bool host_loss = false;   // and token-matching units that ask again after a silence
  bool parked = false;      // units wait for values now and then
  bool persistent = false;  // some requests are for objects that last
};

class cluster {
 public:
  explicit cluster(const options& chosen) : chosen_(chosen), chance_(chosen.seed) {
    std::vector<mmps_name> managers;
    for (std::uint32_t host = 1; host <= chosen.hosts; ++host) managers.push_back(name(host, 1));
    for (std::uint32_t host = 1; host <= chosen.hosts; ++host) {
      settings s;
      s.self = name(host, 1);
      s.cores = 1 + static_cast<std::uint32_t>(chance_.below(4));
      s.seed = chance_.next();
      s.falcon.transfer = {{1000 + static_cast<std::uint32_t>(chance_.below(3)) * 500},
                           chosen.limit};
      s.falcon.where = static_cast<falcon::location>(chance_.below(3));
      s.limits.processes = 1 + static_cast<std::uint32_t>(chance_.below(3));
      hosts_.emplace(host, host_state{host, instantiation_manager(s), {}, {}, {}});
    }
    set_members(managers);
  }

  void run(std::size_t units) {
    for (std::size_t made = 0; made < units;) {
      if (chance_.below(3) == 0) {
        ask(hosts_.at(any_host()), ++made);
      } else {
        event();
      }
      if (chosen_.deaths && chance_.below(60) == 0) kill_process(any_host());
      if (chosen_.host_loss && hosts_.size() > 2 && chance_.below(200) == 0) lose_host(any_host());
    }
    for (int idle = 0; idle < 3;) {
      while (event()) idle = 0;
      // Nothing moves: time passes, and senders without an answer repeat their requests.
      now_ = now_ + base::second;
      for (auto& [host, state] : hosts_) {
        if (state.im.next_deadline() <= now_) idle = -1;
        state.im.tick(now_);
        collect(state);
        if (chosen_.host_loss) ask_again(state);
        calm(state);
      }
      ++idle;
    }
  }

  void check_end() {
    for (auto& [host, state] : hosts_) {
      const description d = state.im.describe();
      CHECK(d.waiting == 0);
      CHECK(d.starting == 0);
      CHECK(d.being_made == 0);
      CHECK(d.load == falcon::load{0});
      for (const process_description& each : d.processes) {
        CHECK(each.places == 0);
        CHECK(state.living.contains(each.name));
      }
      CHECK(d.processes.size() == state.living.size());
      for (const auto& [tag, unit] : state.units) {
        CAPTURE(tag);
        CHECK(unit.done);
        if (!chosen_.host_loss && !unit.persistent) CHECK(unit.answers == unit.attempt + 1u);
      }
    }
    CHECK(max_hops_ <= chosen_.limit);
    CHECK(overfull_ == 0);
  }

  std::uint64_t deaths = 0, losses = 0, transfers = 0, errors = 0;

 private:
  struct unit {
    bool persistent = false, done = false;
    std::uint8_t attempt = 0;
    std::uint32_t answers = 0;
    std::optional<mmps_name> place;
  };
  struct host_state {
    std::uint32_t host;
    instantiation_manager im;
    std::map<std::uint64_t, unit> units;  // of the token-matching unit
    std::set<mmps_name> dead;             // processes of which the token-matching unit has heard
    std::set<mmps_name> living;           // processes
    std::uint32_t starts = 0, lives = 0;
  };

  static mmps_name name(std::uint32_t host, std::uint32_t number, std::uint32_t life = 1) {
    return mmps_name::of_process(host, 1, number, life);
  }
  std::uint32_t any_host() {
    auto at = hosts_.begin();
    std::advance(at, chance_.below(hosts_.size()));
    return at->first;
  }

  void set_members(const std::vector<mmps_name>& managers) {
    const auto list = std::make_shared<member_list>(managers);
    for (auto& [host, state] : hosts_) {
      state.im.set_members(now_, list);
      collect(state);
    }
  }

  void send(mentat_message&& message) {
    const auto key = std::pair(message.header.source, message.header.destination);
    on_their_way_[key].push_back(std::move(message));
  }

  void send(message_type type, const mmps_name& from, const mmps_name& to, std::uint64_t tag,
            const std::vector<std::byte>& body, std::uint16_t flags = 0, std::uint8_t attempt = 0) {
    mentat_message made{std::span<const std::byte>(body)};
    made.header.type = static_cast<std::uint8_t>(type);
    made.header.source = from;
    made.header.destination = to;
    made.header.tag = {tag, tag};
    made.header.class_id = static_cast<std::uint32_t>(tag % 3);
    made.header.flags = flags;
    made.header.attempt = attempt;
    send(std::move(made));
  }

  static std::vector<std::byte> bytes(const mmps_name& of) {
    std::vector<std::byte> made;
    append(made, of);
    return made;
  }

  void collect(host_state& state) {
    output made = state.im.take_output();
    state.starts += made.starts.size();
    for (mentat_message& each : made.messages) {
      const bool request = each.header.type == static_cast<std::uint8_t>(message_type::instantiate);
      if (request) max_hops_ = std::max<std::uint32_t>(max_hops_, each.header.hops);
      transfers += request;
      send(std::move(each));
    }
    if (chosen_.parked) return;
    for (const process_description& each : state.im.describe().processes)
      overfull_ += each.places > each.capacity;
  }

  // One thing happens; false if nothing can.
  bool event() {
    now_ = now_ + static_cast<base::duration>(chance_.below(3)) * base::millisecond;
    const std::uint64_t kind = chance_.below(10);
    if (kind == 0 && load_a_process()) return true;
    if (kind == 1 && finish_a_unit()) return true;
    if (kind == 2 && chosen_.parked) note_something();
    return deliver() || load_a_process() || finish_a_unit();
  }

  bool deliver() {
    if (on_their_way_.empty()) return false;
    auto at = on_their_way_.begin();
    std::advance(at, chance_.below(on_their_way_.size()));
    mentat_message message = std::move(at->second.front());
    at->second.pop_front();
    if (at->second.empty()) on_their_way_.erase(at);
    const mmps_name to = message.header.destination;
    const auto host = hosts_.find(to.host);
    if (host == hosts_.end()) return true;
    host_state& state = host->second;
    if (to == name(to.host, 1)) {
      state.im.step(now_, std::move(message));
      collect(state);
    } else if (to == name(to.host, 2)) {
      to_unit(state, message);
    } else if (state.living.contains(to)) {
      make_object(to, message);
    }
    return true;
  }

  void make_object(const mmps_name& in, const mentat_message& asked) {
    const auto made = bytes({in.host, in.incarnation, in.slot + 1 + ++objects_, in.generation + 1});
    for (const mmps_name& to : {asked.header.source, name(in.host, 1)})
      send(message_type::instantiated, in, to, asked.header.tag.number, made,
           mmps::flag::persistent);
  }

  void to_unit(host_state& state, const mentat_message& message) {
    const mmps_name self = message.header.destination;
    if (message.header.type == static_cast<std::uint8_t>(message_type::down)) {
      state.dead.insert(message.header.source);
      for (auto& [tag, each] : state.units)
        if (each.place == message.header.source) again(self, tag, each);
      return;
    }
    if (message.header.type != static_cast<std::uint8_t>(message_type::instantiated)) return;
    const std::uint64_t tag = message.header.tag.number;
    unit& one = state.units.at(tag);
    const bool error = message.header.flags & mmps::flag::error;
    errors += error;
    if (one.persistent || error) {
      one.done = true;
      return;
    }
    const mmps_name process = name_at(message.body(), 0);
    if (one.done || one.place || message.header.attempt != one.attempt) {  // not needed
      if (one.place != process)
        send(message_type::finished, self, name(self.host, 1), tag, bytes(process));
      return;
    }
    ++one.answers;
    one.place = process;
    if (state.dead.contains(process)) again(self, tag, one);
  }

  // The process has ended under the unit: the place goes back, and another is asked for.
  void again(const mmps_name& self, std::uint64_t tag, unit& one) {
    send(message_type::finished, self, name(self.host, 1), tag, bytes(*one.place));
    one.place.reset();
    ++one.attempt;
    send(message_type::instantiate, self, name(self.host, 1), tag, {}, 0, one.attempt);
  }

  void ask(host_state& state, std::uint64_t tag) {
    unit& made = state.units[tag];
    made.persistent = chosen_.persistent && chance_.below(4) == 0;
    send(message_type::instantiate, name(state.host, 2), name(state.host, 1), tag, {},
         made.persistent ? mmps::flag::persistent : 0);
  }

  void ask_again(host_state& state) {
    for (auto& [tag, each] : state.units) {
      if (each.done) continue;
      if (each.place && !hosts_.contains(each.place->host)) {
        each.place.reset();
        ++each.attempt;
      }
      if (!each.place)
        send(message_type::instantiate, name(state.host, 2), name(state.host, 1), tag, {},
             each.persistent ? mmps::flag::persistent : 0, each.attempt);
    }
  }

  bool finish_a_unit() {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> running;
    for (auto& [host, state] : hosts_)
      for (auto& [tag, each] : state.units)
        if (each.place && !each.done && is_alive(*each.place)) running.emplace_back(host, tag);
    if (running.empty()) return false;
    const auto [host, tag] = running[chance_.below(running.size())];
    unit& one = hosts_.at(host).units.at(tag);
    send(message_type::finished, name(host, 2), name(host, 1), tag, bytes(*one.place));
    one.place.reset();
    one.done = true;
    return true;
  }

  [[nodiscard]] bool is_alive(const mmps_name& process) const {
    const auto host = hosts_.find(process.host);
    return host != hosts_.end() && host->second.living.contains(process);
  }

  bool load_a_process() {
    for (auto& [host, state] : hosts_) {
      if (state.starts == 0) continue;
      --state.starts;
      if (chance_.below(8) == 0) {
        state.im.start_failed(now_, "no memory");
      } else {
        const mmps_name made =
            name(host, 10 + static_cast<std::uint32_t>(chance_.below(5)), ++state.lives);
        state.living.insert(made);
        state.im.process_started(now_, made, 1 + static_cast<std::uint32_t>(chance_.below(2)));
      }
      collect(state);
      return true;
    }
    return false;
  }

  void kill_process(std::uint32_t host) {
    host_state& state = hosts_.at(host);
    if (state.living.empty()) return;
    auto at = state.living.begin();
    std::advance(at, chance_.below(state.living.size()));
    send(message_type::down, *at, name(host, 1), 0, {});
    for (const auto& [each, of] : hosts_) send(message_type::down, *at, name(each, 2), 0, {});
    state.living.erase(at);
    ++deaths;
  }

  void lose_host(std::uint32_t lost) {
    hosts_.erase(lost);
    ++losses;
    std::vector<mmps_name> managers;
    for (const auto& [host, state] : hosts_) managers.push_back(name(host, 1));
    set_members(managers);
  }

  void note_something() {
    host_state& state = hosts_.at(any_host());
    for (const process_description& each : state.im.describe().processes) {
      const auto parked = static_cast<std::uint32_t>(chance_.below(each.places + 2));
      state.im.note_load(now_, each.name, static_cast<std::uint32_t>(chance_.below(3)), parked);
    }
    collect(state);
  }

  void calm(host_state& state) {
    for (const process_description& each : state.im.describe().processes)
      if (each.runnable > 0 || each.parked > 0) state.im.note_load(now_, each.name, 0, 0);
    collect(state);
  }

  options chosen_;
  base::random chance_;
  base::instant now_;
  std::map<std::uint32_t, host_state> hosts_;
  std::map<std::pair<mmps_name, mmps_name>, std::deque<mentat_message>> on_their_way_;
  std::uint32_t max_hops_ = 0, objects_ = 0;
  std::uint64_t overfull_ = 0;
};

struct totals {
  std::uint64_t deaths = 0, losses = 0, transfers = 0, errors = 0;
};

totals run_seeds(options chosen, std::uint64_t seeds) {
  totals all;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    chosen.seed = seed;
    chosen.hosts = 1 + static_cast<std::uint32_t>(seed % 6);
    chosen.limit = static_cast<std::uint8_t>(seed % 4);
    cluster world(chosen);
    world.run(60);
    world.check_end();
    all.deaths += world.deaths;
    all.losses += world.losses;
    all.transfers += world.transfers;
    all.errors += world.errors;
  }
  return all;
}

}  // namespace

TEST_CASE("every request is answered exactly once, and nothing is left [TOCS96 3.2.6]") {
  const totals all = run_seeds({}, 300);
  CHECK(all.transfers > 1000);
}

TEST_CASE("the death of a process loses no request and leaves nothing behind") {
  const totals all = run_seeds({.deaths = true}, 300);
  CHECK(all.deaths > 500);
}

TEST_CASE("units that wait for values, and objects that last, with processes that die") {
  const totals all = run_seeds({.deaths = true, .parked = true, .persistent = true}, 300);
  CHECK(all.deaths > 500);
  CHECK(all.errors > 0);
}

TEST_CASE("the loss of a host loses no request of the others, and leaves no place taken") {
  const totals all =
      run_seeds({.deaths = true, .host_loss = true, .parked = true, .persistent = true}, 300);
  CHECK(all.losses > 100);
}

}  // namespace mentat::im
