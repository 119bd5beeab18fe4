// What must be true in a simulated cluster (docs/simulator.md).
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "mmps/wire/error_value.h"
#include "mmps/wire/message_type.h"
#include "tests/sim/cluster.h"

namespace mentat::sim {

using mmps::error_kind;
using mmps::message_type;
using mmps::mmps_name;
namespace {

std::string text_of(const mmps::message_header& header) {
  std::array<char, 80> text;
  std::snprintf(text.data(), text.size(), "%s, tag %08x arg %u replay %u",
                std::string(name_of_type(header.type)).c_str(),
                static_cast<unsigned>(header.tag[0] >> 32), header.argument, header.replay);
  return text.data();
}

}  // namespace

void cluster::fail(std::string what) {
  if (!failure_.empty()) return;
  failure_ = std::move(what);
  trace_.note(now_, "check", failure_);
}

cluster::process* cluster::find(const mmps_name& name) {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : processes_[found->second].get();
}

std::string cluster::name_of(const mmps_name& name) {
  const process* found = find(name);
  return found ? found->called : "a stranger";
}

// Who forgets a token because its receiver has it: does it?
void cluster::check_custody(const endpoint::released& released) {
  const process* by = find(released.by);
  const mmps::message_header& header = released.what.header;
  const auto type = static_cast<message_type>(header.type);
  if (!by->alive || !by->matching) return;
  if (type != message_type::token && type != message_type::exec) return;
  const tmu::unit* unit = by->matching->database().find(header.tag);
  const auto done = by->matching->database().tombstone(header.tag);
  const bool has =
      unit && (unit->whole || unit->missing == 0 || unit->last_replay > header.replay ||
               (type == message_type::token && unit->tokens[header.argument].present()));
  if (!has && !(done && *done >= header.replay) && now_.ns < 50 * base::second)
    fail(by->called + " acknowledged a token that it does not have: " + text_of(header));
}

// A process ends: is what it was executing kept by those from whom it came?
void cluster::check_keepers(const process& ending) {
  for (const auto& [id, begun] : ending.running) {
    const mmps::message_header& header = begun.unit.header;
    if (!header.source.bound()) continue;  // a thread of control
    const process* keeper = find(header.source.process());
    if (!keeper->alive) continue;
    if (keeper->matching && !keeper->matching->database().find(header.tag))
      fail(keeper->called + " does not keep a unit that is executed: " + text_of(header));
    if (keeper->worker && !keeper->worker->keeps_call(header.tag))
      fail(keeper->called + " does not keep a call that is executed: " + text_of(header));
  }
}

void cluster::check_result(root& of, const root_result& result) {
  of.done = true;
  if (!of.hopeless) --roots_open_;
  if (!result.is_error) {
    ++probes_[probe::root_value];
    if (of.hopeless) return fail(of.what + " has a value, though nothing accepts it");
    if (of.right.throws || of.right.poisoned)
      return fail(of.what + " has a value, though a part of it ends badly");
    if (value_in(result.result) != of.right.value) fail(of.what + " has a wrong value");
    return;
  }
  ++probes_[probe::root_error];
  const auto error = mmps::read_error(result.result);
  if (!error || error->text.empty()) return fail(of.what + " has an error that explains nothing");
  bool has_cause = false;
  if (error->kind == error_kind::remote_error) has_cause = of.right.throws;
  if (error->kind == error_kind::task_poisoned) has_cause = of.right.poisoned || some_given_up();
  if (error->kind == error_kind::object_lost)
    has_cause = of.right.calls_object && (object_died_ || session_over_);
  if (error->kind == error_kind::resource_exhausted) has_cause = mix_.failing_starts > 0;
  if (session_over_ && error->kind == error_kind::object_lost) ++probes_[probe::never_served];
  if (!has_cause)
    fail(of.what + " has an error without a cause: " + std::string(mmps::name_of(error->kind)) +
         ": " + std::string(error->text));
}

// What was called on behalf of a unit that was given up may be there in part, and take what others
// wait for.
bool cluster::some_given_up() const {
  constexpr int deaths_of_a_unit = 3;  // before it is
  return deaths_ >= deaths_of_a_unit && std::ranges::any_of(processes_, [](const auto& each) {
           return each->matching && each->matching->counted().poisoned != 0;
         });
}

void cluster::check_bounds() {
  const bool given_up = some_given_up();
  for (const auto& [tag, root] : roots_)
    if (!root.done && !root.hopeless && !(given_up && may_starve(root.object)))
      return fail(root.what + " got neither a value nor an error within its bound");
  if (!objects_wanted_.empty()) fail("a persistent object was neither made nor refused");
}

void cluster::check_acknowledged(const process& one) {
  if (one.links.unacknowledged() == 0) return;
  const auto [peer, header] = one.links.first_unacknowledged();
  fail(one.called + " still waits for " + name_of(peer) + " to acknowledge its " +
       std::string(name_of_type(header.type)));
}

// Nothing moves any more.
void cluster::check_quiet() {
  for (const auto& [tag, root] : roots_)
    if (!root.done) return fail(root.what + " got no error when its session ended");
  for (const auto& each : processes_) {
    if (!each->alive || !failure_.empty()) continue;
    check_acknowledged(*each);
    if (each->worker && each->worker->unfinished() != 0)
      fail(each->called + " has units that are not finished");
    if (each->driver && each->driver->waiting() != 0) fail("the driver still waits");
    if (each->manager) {
      const im::description now = each->manager->describe();
      if (now.waiting != 0) fail(each->called + " has requests that still wait");
      for (const im::process_description& one : now.processes) {
        if (one.places != 0) fail(each->called + " has places that were not given back");
        const process* of = find(one.name);
        if (!of || !of->alive) fail(each->called + " knows a process that has ended");
      }
    }
    // Without deaths and errors every unit that was begun has come to its end.
    if (each->matching && deaths_ == 0 && probes_[probe::root_error] == 0 &&
        each->matching->database().units() != 0)
      fail(each->called + " has units that nobody completes");
  }
}

// The session has ended, and a minute has passed.
void cluster::check_forgotten() {
  for (const auto& each : processes_) {
    if (!each->alive || !failure_.empty()) continue;
    if (each->matching) {
      const tmu::token_database& left = each->matching->database();
      if (left.units() != 0) fail(each->called + " has units of a session that has ended");
      if (left.tombstones() != 0) fail(each->called + " has tombstones after a minute");
      if (each->matching->counted().lost != 0) fail(each->called + " lost a unit");
      if (each->matching->counted().malformed != 0) fail(each->called + " got what is malformed");
    }
    if (each->worker && each->worker->kept_results() != 0)
      fail(each->called + " has kept results after a minute");
    if (each->worker && each->worker->counted().malformed != 0)
      fail(each->called + " got what is malformed");
    check_acknowledged(*each);
  }
}

void cluster::count_probes() {
  for (const auto& each : processes_) {
    const mmps::link_counters links = each->links.counters();
    probes_[probe::frame_sent_again] += links.sent_again;
    probes_[probe::frame_duplicate] += links.duplicates;
    probes_[probe::frame_early] += links.early;
    if (each->matching) {
      const tmu::counts& counted = each->matching->counted();
      probes_[probe::unit_reissued] += counted.reissued;
      probes_[probe::unit_replayed] += counted.replayed;
      probes_[probe::unit_poisoned] += counted.poisoned;
      probes_[probe::token_duplicate] += counted.duplicates;
      probes_[probe::error_passed_on] += counted.errors_passed_on;
      probes_[probe::place_refused] += counted.refused;
    } else if (each->manager) {
      probes_[probe::request_transferred] += each->manager->describe().counted.transferred;
    } else if (each->worker) {
      const executing_counts& counted = each->worker->counted();
      probes_[probe::call_repeated] += counted.repeated;
      probes_[probe::call_lost] += counted.lost_calls;
      probes_[probe::token_routed_again] += counted.routed_again;
    } else {
      const driver_counts& counted = each->driver->counted();
      probes_[probe::call_lost] += counted.lost_calls;
      probes_[probe::token_routed_again] += counted.routed_again;
      probes_[probe::root_replayed] += counted.replayed;
      probes_[probe::result_late] += counted.late;
    }
  }
}

}  // namespace mentat::sim
