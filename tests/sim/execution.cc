// The member functions of a simulated cluster: when they run, and what their effects are.
#include <utility>

#include "tests/sim/cluster.h"

namespace mentat::sim {

using mmps::mmps_name;

void cluster::begin_execution(process& in, execution&& begun) {
  const mmps::message_header& header = begun.unit.header;
  trace_.note(now_, in.called, begun.object.bound() ? "begins call" : "begins unit", &header);
  if (!begun.object.bound() &&
      !executed_.emplace(header.tag, header.attempt, header.replay, header.source).second)
    return fail("a unit is executed twice for one attempt and replay");
  const std::uint64_t id = begun.id;
  if (!header.source.bound()) {  // a thread of control
    in.running.emplace(id, std::move(begun));
    return come_to_select(in, id);
  }
  if (pass_site(in, mix_.sites.unit_taken, probe::killed_unit_taken)) return;
  const bool is_slow = in.host <= mix_.slow_hosts;
  const base::duration most = (is_slow ? 30 : 3) * base::millisecond;
  in.running.emplace(id, std::move(begun));
  later(between(50 * base::microsecond, most), [this, &in, id] {
    if (in.alive) execute(in, id);
  });
}

void cluster::execute(process& in, std::uint64_t id) {
  if (!selects_first(in, id)) finish(in, id);
}

void cluster::finish(process& in, std::uint64_t id) {
  const execution done = std::move(in.running.extract(id).mapped());
  ++probes_[probe::executed];
  const auto name = [&](const computation_tag& parent, std::uint64_t index) -> computation_tag {
    if (broken_ != mutant::tags_by_counter) return child_tag(key_, parent, index);
    if (index == 0) ++in.calls_made;
    return child_tag(key_, {in.name.slot, in.calls_made}, index + 16 * in.name.host);
  };
  std::optional<outcome> came;
  if (done.object.bound())
    came = execute_call(done);
  else
    came = execute_node(done.unit, bad_, name);
  if (!failure_.empty()) return;
  if (!came) return kill(in, "a poisonous unit");
  if (pass_site(in, mix_.sites.before_result, probe::killed_before_result)) return;
  in.worker->executed(now_, id, std::move(*came));
  go_on_behind(in, id);
  if (!in.alive) return;
  drain(in);
  if (in.alive) pass_site(in, mix_.sites.after_result, probe::killed_after_result);
}

outcome cluster::execute_call(const execution& of) {
  const object_call call = read_object_call(of.unit);
  object_state& object = object_states_[of.object];
  if (!object.effects.insert(call.number).second)
    fail("a call of a persistent object takes effect twice");
  const std::uint16_t function = of.unit.header.function;
  std::uint64_t& next = object.next_place[{call.caller, function}];
  const bool in_order = object.is_buffer ? call.place >= next : call.place == next;
  if (!in_order && failure_.empty())
    fail("a persistent object executes calls of one caller out of order");
  next = call.place + 1;
  if (object.is_buffer) {
    const std::string wrong = object.buffer.take_effect(static_cast<buffer_function>(function));
    if (!wrong.empty()) fail(wrong);
  }
  return {outcome::kind::value, answer_of(call), {}};
}

}  // namespace mentat::sim
