// The objects of a simulated cluster that select: their threads of control, and what the machines
// say of their mselects (virtual_buffer.h).
#include <algorithm>
#include <utility>

#include "tests/sim/cluster.h"

namespace mentat::sim {

namespace {

// The functions of a buffer run on behalf of a caller, its thread of control of nobody's.
bool is_control(const execution& standing) { return !standing.unit.header.source.bound(); }

bool is_exchange(const execution& begun, const std::map<mmps::mmps_name, object_state>& objects) {
  return begun.object.bound() && objects.at(begun.object).is_buffer &&
         begun.unit.header.function == static_cast<std::uint16_t>(buffer_function::exchange);
}

}  // namespace

// The function of `id` comes to its mselect.
void cluster::come_to_select(process& in, std::uint64_t id) {
  const execution& standing = in.running.at(id);
  const bool inside = !is_control(standing);
  using enum buffer_function;
  std::vector<buffer_function> enabled = object_states_.at(standing.object).buffer.enabled(inside);
  if (broken_ == mutant::guards_ignored) enabled = {exchange, get, put, look};
  if (broken_ == mutant::priority_ignored) std::ranges::reverse(enabled);
  if (inside) ++probes_[probe::selection_nested];
  const std::size_t before = in.worker->selecting();
  in.worker->select(now_, id, virtual_buffer::predicate(enabled));
  if (in.worker->selecting() > before) ++probes_[probe::selection_waited];
  drain_worker(in);
}

void cluster::accept(process& in, acceptance&& came) {
  const mmps::message_header& header = came.accepted.unit.header;
  const std::uint64_t call = read_object_call(came.accepted.unit).number;
  virtual_buffer& buffer = object_states_.at(came.accepted.object).buffer;
  if (came.operation != header.function) return fail("an mselect says another operation");
  if (!buffer.is_oldest(call)) ++probes_[probe::call_passed_over];
  const std::string wrong = buffer.accept(static_cast<buffer_function>(header.function), call,
                                          !is_control(in.running.at(came.by)));
  if (!wrong.empty()) return fail(wrong);
  in.accepted_by.emplace(came.accepted.id, came.by);
  begin_execution(in, std::move(came.accepted));
}

// The function of `id` has computed: an exchange comes to its mselect first.
bool cluster::selects_first(process& in, std::uint64_t id) {
  if (!is_exchange(in.running.at(id), object_states_)) return false;
  come_to_select(in, id);
  drain(in);
  return true;
}

// The accepted call `id` has been executed: whoever accepted it goes on.
void cluster::go_on_behind(process& in, std::uint64_t id) {
  const auto accepted = in.accepted_by.extract(id);
  if (!accepted) return;
  const std::uint64_t by = accepted.mapped();
  if (is_control(in.running.at(by)))
    come_to_select(in, by);
  else
    finish(in, by);
}

void cluster::unwind(process& in, std::uint64_t id) {
  in.running.erase(id);
  in.accepted_by.erase(id);
}

// A call of an object that selects has come to its process. False: it is forgotten there.
bool cluster::note_arrival(const process& at, const mmps::mentat_message& call) {
  const auto found = object_states_.find(call.header.destination);
  if (found == object_states_.end() || !found->second.is_buffer) return true;
  object_state& object = found->second;
  const std::uint64_t number = read_object_call(call).number;
  const auto function = static_cast<buffer_function>(call.header.function);
  if (!object.arrived.insert(number).second) {
    if (at.worker->selecting() > 0) ++probes_[probe::repeated_at_selecting];
    return true;
  }
  const std::vector<buffer_function> enabled = object.buffer.enabled(false);
  if (broken_ == mutant::passed_over_forgotten &&
      std::ranges::find(enabled, function) == enabled.end())
    return false;
  object.buffer.arrived(function, number);
  return true;
}

// Whether the calls that wait at this object wait rightly: its functions can accept none of them.
bool cluster::may_starve(const called& object) {
  const process* in = find(object.object.process());
  if (!object.is_buffer || !in || !in->alive) return false;
  const bool inside = std::ranges::any_of(in->running, [&](const auto& entry) {
    return entry.second.object == object.object && is_exchange(entry.second, object_states_);
  });
  return in->worker->selecting() > 0 &&
         !object_states_.at(object.object).buffer.could_accept(inside);
}

void cluster::end_session() {
  session_over_ = true;
  if (broken_ == mutant::unwound_unanswered) return;
  for (std::size_t i = 0; i < processes_.size() && failure_.empty(); ++i) {
    process& one = *processes_[i];
    if (!one.alive || !one.worker) continue;
    one.worker->end_objects(now_);
    drain(one);
  }
}

}  // namespace mentat::sim
