// How messages come to the machines of a simulated cluster, and go from them.
#include <algorithm>
#include <memory>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/wire/message_type.h"
#include "tests/sim/cluster.h"

namespace mentat::sim {

using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

void cluster::receive(process& at) {
  at.links.receive(now_);
  drain(at);
}

// Until neither the machine nor the links have anything more.
void cluster::drain(process& of) {
  while (of.alive && failure_.empty()) {
    const bool machine = drain_machine(of);
    if (!of.alive || !failure_.empty()) return;
    if (!drain_links(of) && !machine) break;
  }
  if (of.alive) note_deadline(of);
}

bool cluster::drain_machine(process& of) {
  if (of.worker) return drain_worker(of);
  if (of.matching) {
    for (mentat_message& message : of.matching->take_output()) {
      if (broken_ == mutant::places_kept &&
          message.header.type == static_cast<std::uint8_t>(message_type::finished))
        continue;
      route(of, std::move(message), 0, 0);
    }
  } else if (of.manager) {
    im::output output = of.manager->take_output();
    for (mentat_message& message : output.messages) route(of, std::move(message), 0, 0);
    for (std::size_t i = 0; i < output.starts.size(); ++i)
      later(between(base::millisecond, 20 * base::millisecond),
            [this, at = of.host] { start_worker(at); });
  } else {
    driver_output output = of.driver->take_output();
    for (mentat_message& message : output.messages) {
      if (broken_ == mutant::no_replay_number) message.header.replay = 0;
      route(of, std::move(message), 0, 0);
    }
    results_came(of, output.results);
  }
  return false;
}

bool cluster::drain_worker(process& of) {
  executing_output output = of.worker->take_output();
  for (const new_object& made : output.objects) {
    object_state& state = object_states_[made.name];
    state.is_buffer = made.request.header.interface_hash == buffer_class >> 32;
    later(between(10 * base::microsecond, base::millisecond),
          [this, &of, name = made.name, serves = state.is_buffer] {
            if (!of.alive) return;
            of.worker->object_made(now_, name, std::nullopt, serves);
            drain(of);
          });
  }
  for (emission& each : output.emissions) {
    const bool says_finished =
        each.message.header.type == static_cast<std::uint8_t>(message_type::finished);
    if (says_finished && of.links.holds_of(each.unit))
      fail(of.called + " says FINISHED before what it emitted is in custody");
    const std::uint64_t id = each.id;
    route(of, std::move(each.message), id, each.unit);
    if (broken_ == mutant::finished_before_custody && id != 0) of.worker->in_custody(now_, id);
    if (says_finished && pass_site(of, mix_.sites.after_finished, probe::killed_after_finished))
      return true;
  }
  for (execution& each : output.executions) {
    begin_execution(of, std::move(each));
    if (!of.alive) return true;
  }
  for (acceptance& each : output.acceptances) {
    accept(of, std::move(each));
    if (!of.alive || !failure_.empty()) return true;
  }
  for (const std::uint64_t id : output.unwound) unwind(of, id);
  return !output.emissions.empty() || !output.executions.empty() || !output.acceptances.empty();
}

bool cluster::drain_links(process& of) {
  endpoint::output output = of.links.take_output();
  if (of.links.sent_what_no_codec_takes()) {
    fail(of.called + " sent a message that the codec refuses");
    return false;
  }
  for (auto& message : output.delivered) {
    delivered(of, std::move(message));
    if (!of.alive || !failure_.empty()) return false;
  }
  for (const endpoint::released& each : output.released) in_custody(of, each);
  for (endpoint::returned& each : output.returned) came_back(of, std::move(each));
  return !output.empty();
}

void cluster::delivered(process& to, mmps::link_table_output::addressed&& message) {
  const std::uint64_t sequence = message.message.header.link_sequence;
  const auto type = static_cast<message_type>(message.message.header.type);
  const bool is_token = type == message_type::token || type == message_type::exec;
  if (broken_ == mutant::acknowledge_before_custody && to.matching && is_token) {
    to.links.accept(now_, message.peer, sequence);
    auto kept = std::make_shared<mentat_message>(std::move(message.message));
    return later(3 * base::millisecond, [this, &to, from = message.peer, kept] {
      if (!to.alive) return;
      give(to, from, std::move(*kept));
      drain(to);
    });
  }
  give(to, message.peer, std::move(message.message));
  if (to.alive) to.links.accept(now_, message.peer, sequence);
}

void cluster::give(process& to, const mmps_name&, mentat_message&& message) {
  trace_.note(now_, to.called, "takes", &message.header);
  if (to.worker)
    give_worker(to, std::move(message));
  else if (to.matching)
    to.matching->step(now_, std::move(message));
  else if (to.manager)
    to.manager->step(now_, std::move(message));
  else
    to.driver->step(now_, std::move(message));
}

void cluster::give_worker(process& to, mentat_message&& message) {
  mmps::message_header& header = message.header;
  const bool is_call = header.type == static_cast<std::uint8_t>(message_type::exec) &&
                       !header.destination.is_process();
  if (is_call && broken_ == mutant::no_dedup_at_objects)
    header.flags &= static_cast<std::uint16_t>(~mmps::flag::replayable);
  if (is_call && broken_ == mutant::no_cached_result && !to.calls_seen.insert(header.tag).second) {
    mentat_message finished;
    finished.header = header;
    finished.header.type = static_cast<std::uint8_t>(message_type::finished);
    finished.header.body_length = finished.header.future_length = 0;
    finished.header.source = to.name;
    finished.header.destination = header.source;
    return route(to, std::move(finished), 0, 0);
  }
  if (is_call && !note_arrival(to, message)) return;
  to.worker->step(now_, std::move(message));
  if (is_call) drain_worker(to);  // what is accepted is checked before the next call arrives
}

// Where it goes: as it says, or to the owner of its tag, as this host knows the members.
void cluster::route(process& from, mentat_message&& message, std::uint64_t id, std::uint64_t unit) {
  mmps_name to = message.header.destination.process();
  if (!to.bound()) {
    to = tmu::tag_owner(message.header.tag, hosts_[from.host].members);
    MENTAT_CHECK(to.bound(), "a token-matching unit is left alive");
  }
  if (to != from.name) return from.links.send(now_, to, std::move(message), id, unit);
  auto kept = std::make_shared<mentat_message>(std::move(message));
  later(base::microsecond, [this, &from, id, kept] {
    if (!from.alive) return;
    give(from, from.name, std::move(*kept));
    if (from.worker && id != 0) from.worker->in_custody(now_, id);
    drain(from);
  });
}

void cluster::in_custody(process& of, const endpoint::released& released) {
  check_custody(released);
  if (of.worker && released.what.id != 0) of.worker->in_custody(now_, released.what.id);
}

void cluster::came_back(process& to, endpoint::returned&& returned) {
  trace_.note(now_, to.called, "gets back", &returned.what.header);
  mentat_message message = std::move(returned.message);
  if (broken_ == mutant::no_second_routing) {
    if (to.worker && returned.what.id != 0) to.worker->in_custody(now_, returned.what.id);
    return;
  }
  if (to.worker) {
    if (returned.what.id != 0) to.worker->undelivered(now_, returned.what.id, std::move(message));
  } else if (to.driver) {
    to.driver->undelivered(now_, std::move(message));
  } else if (to.matching && !message.header.destination.bound()) {
    ++probes_[probe::token_routed_again];
    route(to, std::move(message), 0, 0);
  }
}

void cluster::results_came(process&, const std::vector<root_result>& results) {
  for (const root_result& result : results) {
    const auto object = objects_wanted_.find(result.tag);
    if (object != objects_wanted_.end()) {
      if (!result.is_error) {
        const std::vector<std::byte>& name = result.result;
        objects_[object->second].object = {
            static_cast<std::uint32_t>(value_in({name.data(), 8})),
            static_cast<std::uint32_t>(value_in({name.data(), 8}) >> 32),
            static_cast<std::uint32_t>(value_in({name.data() + 8, 8})),
            static_cast<std::uint32_t>(value_in({name.data() + 8, 8}) >> 32)};
      }
      objects_wanted_.erase(object);
      if (objects_wanted_.empty()) begin_roots();
      continue;
    }
    const auto root = roots_.find(result.tag);
    if (root == roots_.end() || root->second.done) return fail("a result for no root that waits");
    check_result(root->second, result);
  }
}

}  // namespace mentat::sim
