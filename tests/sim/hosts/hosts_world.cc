#include "tests/sim/hosts/hosts_world.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "mmps/base/check.h"
#include "tests/sim/hosts/simulated_host.h"

namespace mentat::sim {
namespace {

using base::instant;
using base::second;

constexpr instant faults_begin{5 * second};
constexpr instant faults_end{60 * second};
constexpr instant members_agree{100 * second};
constexpr instant drivers_end{110 * second};
constexpr instant nothing_is_kept{130 * second};
constexpr instant session_has_ended{131 * second};
constexpr std::uint64_t max_steps = 5'000'000;
constexpr std::size_t small_executable = 3'000, large_executable = std::size_t{3} << 20;

host::descriptor executable_of(std::size_t bytes) {
  host::descriptor file(memfd_create("simulated program", MFD_CLOEXEC));
  const std::vector<char> content(bytes, 'x');
  MENTAT_CHECK(write(file.get(), content.data(), bytes) == static_cast<ssize_t>(bytes),
               "a file in memory takes what is written");
  return file;
}

}  // namespace

hosts_options hosts_options_of(std::uint64_t seed, std::uint32_t hosts, const std::string& faults) {
  hosts_options chosen;
  chosen.seed = seed;
  chosen.hosts = hosts;
  const std::pair<const char*, bool*> names[] = {
      {"messages", &chosen.messages},    {"cuts", &chosen.cuts},     {"deaths", &chosen.deaths},
      {"leaves", &chosen.leaves},        {"pauses", &chosen.pauses}, {"clocks", &chosen.clocks},
      {"founder", &chosen.founder_dies}, {"drains", &chosen.drains}};
  base::random draw(seed * 2 + 1);
  if (faults == "all") {
    for (const auto& [name, wanted] : std::span(names).first(std::size(names) - 1))
      *wanted = draw.below(2) == 0;
    chosen.founder_dies = chosen.founder_dies && draw.below(4) == 0;
    chosen.drains = draw.below(2) == 0;
    return chosen;
  }
  std::istringstream words(faults == "none" ? "" : faults);
  for (std::string word; std::getline(words, word, ',');) {
    const auto* const found =
        std::ranges::find_if(names, [&](const auto& one) { return word == one.first; });
    if (found == std::end(names)) throw std::invalid_argument("there is no fault '" + word + "'");
    *found->second = true;
  }
  return chosen;
}

hosts_world::hosts_world(const hosts_options& chosen)
    : chance(chosen.seed), network(chance.next()), chosen_(chosen) {
  mmps::sim::way way;
  if (chosen.messages) {
    way.loss = static_cast<std::uint32_t>(chance.below(200'000));
    way.duplication = static_cast<std::uint32_t>(chance.below(200'000));
    way.reordering = true;
    way.latency_most = up_to(50 * base::millisecond) + base::millisecond;
  }
  network.set_every_way(way);
  network.observe([this](const mmps::mmps_name& from, const mmps::mmps_name& to,
                         const mmps::mentat_message& message, instant arrives) {
    ++result.messages;
    for (const std::uint64_t part :
         {std::uint64_t{from.host}, std::uint64_t{to.host}, std::uint64_t{message.header.function},
          static_cast<std::uint64_t>(arrives.ns)})
      note(part);
  });
  for (std::uint32_t machine = 1; machine <= chosen.hosts; ++machine) {
    hosts_.push_back(std::make_unique<simulated_host>(*this, machine));
    if (chosen.clocks)
      hosts_.back()->clock.set(up_to(3600 * second),
                               static_cast<std::int64_t>(chance.below(100'001)) - 50'000);
  }
}

hosts_world::~hosts_world() = default;

void hosts_world::note(std::uint64_t what) {
  result.trace = (result.trace ^ what) * 0xff51afd7ed558ccdu + 1;
}

void hosts_world::fail(const std::string& why) {
  if (!result.trouble.empty()) return;
  result.trouble = "after " + std::to_string(network.now().ns / base::millisecond) + " ms: " + why;
}

void hosts_world::after(base::duration delay, std::function<void()> action) {
  actions_[{network.now() + delay, ++scheduled_}] = std::move(action);
}

// ---- events

hosts_outcome hosts_world::run() {
  plan();
  pass_time(faults_end);
  end_faults();
  pass_time(members_agree);
  check_members();
  check_programs();
  pass_time(drivers_end);
  for (auto& [name, program] : programs)
    for (const auto& part : program->parts)
      if (part->drives() && part->connected()) {
        part->hear_close();
        auto* const daemon = host(part->machine()).daemon();
        if (daemon) daemon->close_driver(*part);
      }
  pass_time(nothing_is_kept);
  check_nothing_kept();
  end_session();
  return result;
}

void hosts_world::plan() {
  host(founder_machine).found();
  for (std::uint32_t machine = 2; machine <= chosen_.hosts; ++machine)
    after(up_to(2 * second), [this, machine] { host(machine).join(); });
  for (std::uint32_t i = 0; i < chosen_.programs; ++i)
    after(3 * second + up_to(60 * second), [this, i] {
      begin_program(static_cast<std::uint32_t>(chance.below(chosen_.hosts)) + 1,
                    "p" + std::to_string(i));
    });
  for (std::uint32_t i = 0; i < 6; ++i)
    after(3 * second + up_to(70 * second), [this] {
      auto* const daemon =
          host(static_cast<std::uint32_t>(chance.below(chosen_.hosts)) + 1).daemon();
      if (daemon) daemon->question("list objects 0 100");
    });
  plan_faults();
}

void hosts_world::plan_faults() {
  const auto machine_of = [this](bool founder_too) {
    const std::uint32_t first = founder_too ? 1 : 2;
    return first + static_cast<std::uint32_t>(chance.below(chosen_.hosts + 1 - first));
  };
  const auto at = [this] { return (faults_begin - instant{}) + up_to(faults_end - faults_begin); };
  if (chosen_.hosts < 2) return;
  for (std::uint64_t left = chosen_.deaths ? 1 + chance.below(6) : 0; left > 0; --left)
    after(at(), [this, machine = machine_of(false)] { plan_death(machine); });
  if (chosen_.founder_dies) after(at(), [this] { host(founder_machine).kill(); });
  for (std::uint64_t left = chosen_.cuts ? 1 + chance.below(6) : 0; left > 0; --left)
    after(at(), [this] { plan_cut(); });
  for (std::uint64_t left = chosen_.leaves ? 1 + chance.below(3) : 0; left > 0; --left)
    after(at(), [this, machine = machine_of(false)] {
      if (auto* const daemon = host(machine).daemon())
        daemon->post(
            [daemon](instant now) { daemon->session().leave(now, "it was asked to stop", false); });
    });
  for (std::uint64_t left = chosen_.drains ? 1 + chance.below(4) : 0; left > 0; --left)
    after(at(), [this, machine = machine_of(false)] { plan_drain(machine); });
  for (std::uint64_t left = chosen_.pauses ? 1 + chance.below(4) : 0; left > 0; --left)
    after(at(), [this, machine = machine_of(true)] {
      const instant until = std::min(network.now() + up_to(12 * second), faults_end);
      if (auto* const daemon = host(machine).daemon()) daemon->pause_until(until);
    });
  for (std::uint64_t left = chosen_.clocks ? chance.below(3) : 0; left > 0; --left)
    after(at(),
          [this, machine = machine_of(true)] { host(machine).clock.jump(up_to(10 * second)); });
}

void hosts_world::plan_death(std::uint32_t machine) {
  host(machine).kill();
  after(up_to(20 * second), [this, machine] { host(machine).start(); });
}

void hosts_world::plan_cut() {
  const auto from = static_cast<std::uint32_t>(chance.below(chosen_.hosts)) + 1;
  const auto to = static_cast<std::uint32_t>(chance.below(chosen_.hosts)) + 1;
  if (from == to) return;
  cuts_.insert({from, to});
  if (one_in(2)) cuts_.insert({to, from});
  after(up_to(12 * second), [this, from, to] {
    cuts_.erase({from, to});
    cuts_.erase({to, from});
  });
}

// By the command on any host, or by a signal. It has to leave within the time by its own clock,
// which may be slow, and a second.
void hosts_world::plan_drain(std::uint32_t machine) {
  auto* const daemon = host(machine).daemon();
  if (!daemon) return;
  const base::duration within = second * static_cast<base::duration>(chance.below(11));
  const auto asked = static_cast<std::uint32_t>(chance.below(chosen_.hosts)) + 1;
  if (auto* const other = host(asked).daemon(); other && one_in(2))
    return other->post([other, within, name = daemon->session().hosts().self().name](instant now) {
      static_cast<void>(other->session().drain_host(
          now, 0, {static_cast<std::uint32_t>(within / second), name, "the world wants it"}));
    });
  daemon->post([daemon, within](instant now) {
    daemon->session().drain_here(now, within, "the world wants it");
  });
  if (chosen_.pauses) return;
  after(within + within / 10 + second, [this, machine, daemon] {
    if (host(machine).daemon() == daemon && !daemon->session().leaves())
      fail("machine " + std::to_string(machine) + " was drained and has not left");
  });
}

void hosts_world::begin_program(std::uint32_t machine, const std::string& name) {
  auto* const daemon = host(machine).daemon();
  if (!daemon) return;
  programs[name] = std::make_unique<simulated_program>();
  programs[name]->name = name;
  auto part = std::make_shared<program_part>(*this, *programs[name], machine, true);
  programs[name]->parts.push_back(part);
  const int connection = daemon->connect(part);
  const std::size_t bytes = one_in(3) ? large_executable : small_executable;
  daemon->post([daemon, connection, name, bytes](instant now) {
    std::vector<host::descriptor> files;
    files.push_back(executable_of(bytes));
    daemon->session().begin_program(
        now, connection,
        {0, name, "mode=cluster", std::move(files), {key_of(0, 'p'), key_of(0, 's')}, 0});
  });
  // News of all its parts, while it lives and for a while after the faults.
  const std::uint32_t times = 5 + static_cast<std::uint32_t>(chance.below(40));
  for (std::uint32_t i = 0; i < times; ++i)
    after(up_to(30 * second), [this, name] {
      for (const auto& one : programs.at(name)->parts) {
        auto* const there = host(one->machine()).daemon();
        if (one->can_tell() && there && one_in(2)) there->send_news(*one);
      }
    });
  if (one_in(2))
    after(up_to(30 * second), [this, part] {
      auto* const there = host(part->machine()).daemon();
      if (!part->connected() || !there) return;
      part->hear_close();
      there->close_driver(*part);
    });
}

void hosts_world::end_faults() {
  cuts_.clear();
  network.set_every_way({});
  for (std::uint32_t machine = 2; machine <= chosen_.hosts; ++machine)
    after(second, [this, machine] { host(machine).start(); });
}

// All hosts leave at the same moment, as when their starter ends. Those that need not hear of each
// other cannot, either.
void hosts_world::end_session() {
  if (!host(founder_machine).daemon()) return;
  for (std::uint32_t from = 2; from <= chosen_.hosts; ++from)
    for (std::uint32_t to = 2; to <= chosen_.hosts; ++to) cuts_.insert({from, to});
  for (std::uint32_t machine = 1; machine <= chosen_.hosts; ++machine)
    if (auto* const daemon = host(machine).daemon())
      daemon->post([daemon, machine](instant now) {
        daemon->session().leave(now, "its lease has ended", machine == founder_machine);
      });
  pass_time(session_has_ended);
  for (std::uint32_t machine = 1; machine <= chosen_.hosts; ++machine)
    if (const auto* const daemon = host(machine).daemon(); daemon && !daemon->is_over())
      fail("machine " + std::to_string(machine) + " waits for hosts that have left, too");
}

// ---- invariants

void hosts_world::check_members() {
  const auto* const founder = host(founder_machine).daemon();
  if (!founder) return;
  const auto known = [](const host::membership& of) {
    std::map<std::uint32_t, std::uint32_t> up{{of.self().number, of.self().incarnation}};
    for (const host::host_info& one : of.others_up()) up[one.number] = one.incarnation;
    return up;
  };
  const auto right = known(host(founder_machine).daemon()->session().hosts());
  std::size_t running = 0;
  for (std::uint32_t machine = 1; machine <= chosen_.hosts; ++machine) {
    auto* const daemon = host(machine).daemon();
    if (!daemon && !host(machine).is_out())
      fail("machine " + std::to_string(machine) + " cannot come back");
    if (!daemon) continue;
    ++running;
    if (known(daemon->session().hosts()) != right)
      fail("machine " + std::to_string(machine) + " knows other hosts than the founder");
  }
  if (running != right.size()) fail("the founder believes that other hosts are up than are");
}

void hosts_world::check_programs() {
  for (const auto& [name, program] : programs) {
    const auto& parts = program->parts;
    const auto drives = std::ranges::find_if(parts, [](const auto& one) { return one->drives(); });
    const program_part& driver = **drives;
    if (!driver.connected()) continue;
    if (!driver.begun()) {
      if (!driver.refused()) fail(driver.name() + " was never answered");
      continue;
    }
    for (const auto& one : parts) {
      if (!one->connected() || !one->begun()) continue;
      if (one->members() != driver.members()) fail(one->name() + " knows other members");
      for (const host_incarnation& lost : driver.lost())
        if (lost != one->self() && !one->lost().contains(lost))
          fail(one->name() + " has not heard that host " + std::to_string(lost.first) + " is lost");
      for (const auto& other : parts)
        if (other != one && other->connected() && other->begun() &&
            !driver.lost().contains(other->self()) && one->heard_of(other->self()) != other->told())
          fail(one->name() + " has heard " + std::to_string(one->heard_of(other->self())) + " of " +
               std::to_string(other->told()) + " news of " + other->name());
    }
    for (const host_incarnation& member : driver.members()) {
      const bool lives =
          member == driver.self() || std::ranges::any_of(parts, [&](const auto& one) {
            return one->connected() && one->begun() && one->self() == member;
          });
      if (!lives && !driver.lost().contains(member))
        fail(driver.name() + " has not heard that host " + std::to_string(member.first) +
             " is lost");
    }
  }
}

void hosts_world::check_nothing_kept() {
  for (std::uint32_t machine = 1; machine <= chosen_.hosts; ++machine)
    if (const auto* const daemon = host(machine).daemon())
      if (const std::string kept = daemon->kept(); !kept.empty()) fail(kept);
  for (const auto& [name, program] : programs)
    for (const auto& part : program->parts)
      if (part->connected()) fail(part->name() + " lives on");
}

// ---- time

void hosts_world::pass_time(instant until) {
  for (std::uint64_t steps = 0; result.trouble.empty(); ++steps) {
    if (steps > max_steps) return fail("time stands still");
    instant next = std::min(until, network.next_arrival());
    if (!actions_.empty()) next = std::min(next, actions_.begin()->first.first);
    for (const auto& one : hosts_)
      if (const auto* const daemon = one->daemon()) next = std::min(next, daemon->next_run());
    next = std::max(next, network.now());
    if (const auto receiver = network.advance(next)) {
      simulated_host& there = host(receiver->host);
      if (place_question* const question = there.question_called(*receiver))
        question->receive();
      else if (auto* const daemon = there.daemon())
        daemon->run();
    } else if (!actions_.empty() && actions_.begin()->first.first <= network.now()) {
      const auto first = actions_.extract(actions_.begin());
      first.mapped()();
    } else {
      bool any = false;
      for (const auto& one : hosts_)
        if (auto* const daemon = one->daemon(); daemon && daemon->next_run() <= network.now()) {
          daemon->run();
          any = true;
        }
      if (!any && network.now() >= until) return;
    }
    for (const auto& one : hosts_) one->drop_ended();
  }
}

}  // namespace mentat::sim
