#include "tests/sim/model/executing_process.h"

#include <algorithm>
#include <span>

#include "mmps/base/check.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "tests/sim/model/result_tokens.h"

namespace mentat {
namespace {

using base::instant;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

constexpr std::uint16_t follows = mmps::flag::traced | mmps::flag::detached;

bool is_replayable(const message_header& header) {
  return (header.flags & mmps::flag::replayable) != 0;
}

std::span<const std::byte> future_of(const mentat_message& message) {
  return message.body().first(message.header.future_length);
}

bool is_sound(const mentat_message& message) {
  const message_header& header = message.header;
  return (header.flags & (mmps::flag::error | mmps::flag::body_shm)) == 0 &&
         header.future_length <= header.body_length && header.source.bound() &&
         mmps::check_future(future_of(message)).fault == mmps::future_fault::none;
}

outcome again(const outcome& came) {
  outcome copy{came.what, came.result, {}};
  for (const mentat_message& call : came.calls) copy.calls.push_back(call.again());
  return copy;
}

std::string_view text_of(const mentat_message& message) {
  const auto body = message.body();
  return {reinterpret_cast<const char*>(body.data()), std::min<std::size_t>(body.size(), 1024)};
}

}  // namespace

executing_process::executing_process(executing_identity identity, const executing_limits& limits)
    : identity_(std::move(identity)), limits_(limits) {
  MENTAT_CHECK(identity_.self.is_process(), "what executes is a process");
}

void executing_process::step(instant now, mentat_message&& message) {
  switch (static_cast<message_type>(message.header.type)) {
    case message_type::exec:
      on_exec(now, std::move(message));
      break;
    case message_type::instantiate:
      on_instantiate(std::move(message));
      break;
    case message_type::finished:
      on_finished(now, message.header);
      break;
    case message_type::down:
      on_down(now, message);
      break;
    default:
      ++counts_.unexpected;
  }
}

// ---- units and calls that come

void executing_process::on_exec(instant now, mentat_message&& message) {
  const mmps_name to = message.header.destination;
  if (!is_sound(message) || to.process() != identity_.self) {
    ++counts_.malformed;
    return;
  }
  const std::uint64_t id = ++last_unit_;
  const auto future = future_of(message);
  unit& added = units_[id];
  added.origin = message.header;
  added.future.assign(future.begin(), future.end());
  if (units_.size() > limits_.units)
    return fail(now, id, mmps::error_kind::resource_exhausted,
                "the process executes too many units already", "limits.units");
  if (to.is_process())
    begin(id, {}, std::move(message));
  else
    on_call(now, id, std::move(message));
}

void executing_process::on_call(instant now, std::uint64_t id, mentat_message&& call) {
  const mmps_name object = call.header.destination;
  const std::uint32_t number = object.object_number();
  // Before anything else: the object may have ended since the call was executed.
  if (is_replayable(call.header)) {
    const auto [kept, is_new] = results_.try_emplace({number, call.header.tag});
    if (!is_new) {
      ++counts_.repeated;
      units_.at(id).done = true;
      if (kept->second.known)
        emit_outcome(now, id, again(kept->second.came));
      else
        kept->second.askers.push_back(id);
      return;
    }
    if (results_.size() > limits_.results) {
      results_.erase(kept);
      return fail(now, id, mmps::error_kind::resource_exhausted,
                  "the process keeps too many results of calls that may be repeated",
                  "limits.results");
    }
  }
  const auto found = objects_.find(number);
  if (found == objects_.end() || (object.generation & mmps_name::most_objects) != 1)
    return lose(now, id, "there is no such object in its process");
  found->second.post(id, std::move(call));
  take_turns(now, object);
}

void executing_process::begin(std::uint64_t id, mmps_name object, mentat_message&& unit) {
  ++counts_.executed;
  output_.executions.push_back({id, object, std::move(unit)});
}

// What an object has come to: a function begins or goes on, or the object has ended.
void executing_process::take_turns(instant now, const mmps_name& name) {
  const auto found = objects_.find(name.object_number());
  called_object::output turns = found->second.take_output();
  if (turns.ended) objects_.erase(found);
  if (turns.begun) begin(turns.begun->id, name, std::move(turns.begun->message));
  if (turns.accepted) {
    ++counts_.executed;
    called_object::unit& unit = turns.accepted->accepted;
    output_.acceptances.push_back(
        {turns.accepted->by, turns.accepted->operation, {unit.id, name, std::move(unit.message)}});
  }
  for (const std::uint64_t id : turns.unwound) {
    output_.unwound.push_back(id);
    lose(now, id, "the object was destroyed while it stood in an mselect");
  }
  for (const std::uint64_t id : turns.lost) lose(now, id, "the object was destroyed");
}

void executing_process::executed(instant now, std::uint64_t id, outcome&& came) {
  const auto found = units_.find(id);
  MENTAT_CHECK(found != units_.end() && !found->second.done, "executed once, and only what began");
  const mmps_name object = found->second.origin.destination;
  end_call(now, id, std::move(came));
  if (object.is_process()) return;
  objects_.at(object.object_number()).executed(id);
  take_turns(now, object);
}

void executing_process::select(instant now, std::uint64_t id, const predicate_manager& wanted) {
  const mmps_name object = units_.at(id).origin.destination;
  objects_.at(object.object_number()).select(id, wanted);
  take_turns(now, object);
}

void executing_process::end_call(instant now, std::uint64_t id, outcome&& came) {
  unit& of = units_.at(id);
  of.done = true;
  const message_header& origin = of.origin;
  if (!origin.destination.is_process() && is_replayable(origin))
    keep_result(now, {origin.destination.object_number(), origin.tag}, came);
  emit_outcome(now, id, came);
}

void executing_process::keep_result(instant now, const result_key& key, const outcome& came) {
  kept_result& kept = results_.at(key);
  kept.known = true;
  kept.came = again(came);
  expiries_.emplace_back(now + limits_.life, key);
  for (const std::uint64_t asker : std::exchange(kept.askers, {}))
    emit_outcome(now, asker, kept.came);
}

// ---- what comes of them

void executing_process::emit_outcome(instant now, std::uint64_t id, const outcome& came) {
  unit& of = units_.at(id);
  of.outside_custody += 1;  // so that nothing in between finishes it
  for (const mentat_message& call : came.calls) emit_call(now, id, call.again());
  if (came.what != outcome::kind::handed_on) {
    message_header origin = of.origin;
    origin.source = identity_.self;
    origin.flags |= mmps::flag::replayable;
    for (mentat_message& token :
         result_tokens(origin, of.future, came.result, came.what == outcome::kind::error))
      emit_token(id, std::move(token));
  }
  of.outside_custody -= 1;
  finish_if_done(id);
}

void executing_process::emit_call(instant now, std::uint64_t id, mentat_message&& call) {
  unit& of = units_.at(id);
  message_header& header = call.header;
  header.source = identity_.self;
  header.cluster = of.origin.cluster;
  header.graph = of.origin.graph;
  header.attempt = of.origin.attempt;
  header.replay = of.origin.replay;
  header.depth = static_cast<std::uint16_t>(of.origin.depth + 1);
  header.flags |= mmps::flag::replayable | (of.origin.flags & follows);
  if (!header.destination.bound()) return emit_token(id, std::move(call));
  const std::uint64_t number = ++last_emission_;
  ++of.outside_custody;
  const bool is_dead = dead_.contains(header.destination.process());
  if (!is_dead) output_.emissions.push_back({number, id, call.again()});
  calls_by_tag_.emplace(header.tag, number);
  calls_.try_emplace(number, kept_call{id, std::move(call)});
  if (is_dead) call_lost(now, number);
}

void executing_process::emit_token(std::uint64_t id, mentat_message&& token) {
  const mmps_name to = token.header.destination.process();
  if (to.bound() && dead_.contains(to)) return;  // nobody waits for it any more
  const std::uint64_t number = ++last_emission_;
  outside_custody_.emplace(number, id);
  ++units_.at(id).outside_custody;
  output_.emissions.push_back({number, id, std::move(token)});
}

void executing_process::in_custody(instant, std::uint64_t emission_id) {
  if (auto news = created_news_.extract(emission_id)) {
    output_.emissions.push_back({0, 0, std::move(news.mapped())});
    return;
  }
  const auto found = outside_custody_.find(emission_id);
  if (found == outside_custody_.end()) return;  // a call of an object: that is kept until FINISHED
  const std::uint64_t id = found->second;
  outside_custody_.erase(found);
  --units_.at(id).outside_custody;
  finish_if_done(id);
}

void executing_process::undelivered(instant now, std::uint64_t emission_id,
                                    mentat_message&& message) {
  if (created_news_.contains(emission_id)) return in_custody(now, emission_id);
  const auto found = outside_custody_.find(emission_id);
  if (found == outside_custody_.end()) return call_lost(now, emission_id);
  if (message.header.destination.bound()) return in_custody(now, emission_id);
  ++counts_.routed_again;
  output_.emissions.push_back({emission_id, found->second, std::move(message)});
}

executing_process::kept_call executing_process::take_call(
    std::map<std::uint64_t, kept_call>::iterator at) {
  const auto [first, last] = calls_by_tag_.equal_range(at->second.message.header.tag);
  calls_by_tag_.erase(
      std::find_if(first, last, [&](const auto& entry) { return entry.second == at->first; }));
  return std::move(calls_.extract(at).mapped());
}

void executing_process::call_lost(instant, std::uint64_t emission_id) {
  const auto found = calls_.find(emission_id);
  if (found == calls_.end()) return;
  const kept_call lost = take_call(found);
  ++counts_.lost_calls;
  emit_lost(lost.unit, lost.message);
  --units_.at(lost.unit).outside_custody;
  finish_if_done(lost.unit);
}

void executing_process::emit_lost(std::uint64_t id, const mentat_message& call) {
  const mmps_name process = call.header.destination.process();
  const auto cause = dead_.find(process);
  const std::string text =
      "the process of the object has ended: " +
      (cause == dead_.end() ? std::string("it was replaced by another") : cause->second);
  const auto error = describe(call.header, mmps::error_kind::object_lost, text, {});
  for (mentat_message& token : result_tokens(call.header, future_of(call), error, true))
    emit_token(id, std::move(token));
}

void executing_process::finish_if_done(std::uint64_t id) {
  const auto found = units_.find(id);
  const unit& of = found->second;
  if (!of.done || of.outside_custody != 0) return;
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::finished);
  header.source = identity_.self;
  header.destination = of.origin.source;
  header.cluster = of.origin.cluster;
  header.tag = of.origin.tag;
  header.graph = of.origin.graph;
  header.attempt = of.origin.attempt;
  header.replay = of.origin.replay;
  ++counts_.finished;
  if (header.destination.bound() && !dead_.contains(header.destination.process()))
    output_.emissions.push_back({0, id, mentat_message(header, {})});
  units_.erase(found);
}

void executing_process::on_finished(instant, const message_header& header) {
  const auto [first, last] = calls_by_tag_.equal_range(header.tag);
  const auto found = std::find_if(first, last, [&](const auto& entry) {
    const message_header& call = calls_.at(entry.second).message.header;
    return call.attempt == header.attempt && call.replay == header.replay &&
           call.destination.process() == header.source.process();
  });
  if (found == last) {
    ++counts_.unexpected;
    return;
  }
  const std::uint64_t id = take_call(calls_.find(found->second)).unit;
  --units_.at(id).outside_custody;
  finish_if_done(id);
}

void executing_process::on_down(instant now, const mentat_message& message) {
  const mmps_name process = message.header.source.process();
  if (!process.bound()) {
    ++counts_.malformed;
    return;
  }
  if (!dead_.emplace(process, text_of(message)).second) return;
  dead_in_order_.push_back(process);
  if (dead_in_order_.size() > limits_.dead) {
    dead_.erase(dead_in_order_.front());
    dead_in_order_.pop_front();
  }
  std::vector<std::uint64_t> lost;
  for (const auto& [emission_id, call] : calls_)
    if (call.message.header.destination.process() == process) lost.push_back(emission_id);
  for (const std::uint64_t emission_id : lost) call_lost(now, emission_id);
}

// ---- persistent objects

void executing_process::on_instantiate(mentat_message&& message) {
  const message_header request = message.header;
  if ((request.flags & mmps::flag::persistent) == 0 || !request.source.bound()) {
    ++counts_.malformed;
    return;
  }
  const auto before = created_.find(request.tag);
  if (before != created_.end() && before->second.request.source == request.source) {
    if (before->second.made) answer_created(request, before->second.name);
    return;
  }
  if (objects_.size() >= limits_.objects || last_object_ >= mmps_name::most_objects) {
    ++counts_.refused;
    const auto error = describe(request, mmps::error_kind::resource_exhausted,
                                "the process has too many persistent objects", "limits.objects");
    return answer_created(request, error, mmps::flag::persistent | mmps::flag::error);
  }
  const std::uint32_t number = ++last_object_;
  const mmps_name made{identity_.self.host, identity_.self.incarnation,
                       identity_.self.slot | number, identity_.self.generation | 1};
  objects_.try_emplace(number, made);
  created_.insert_or_assign(request.tag, created_object{request, made});
  output_.objects.push_back({made, std::move(message)});
}

void executing_process::object_made(instant now, const mmps_name& name,
                                    const std::optional<std::vector<std::byte>>& error,
                                    bool serves) {
  const auto created =
      std::ranges::find_if(created_, [&](const auto& entry) { return entry.second.name == name; });
  MENTAT_CHECK(created != created_.end() && !created->second.made, "an object is made once");
  const message_header request = created->second.request;
  if (!error) {
    created->second.made = true;
    if (serves) {
      const std::uint64_t id = ++last_unit_;
      units_[id].origin.destination = name;
      objects_.at(name.object_number()).serve(id);
      take_turns(now, name);
    }
    return answer_created(request, name);
  }
  objects_.erase(name.object_number());
  created_.erase(created);
  answer_created(request, *error, mmps::flag::persistent | mmps::flag::error);
}

void executing_process::end_objects(instant now) {
  std::vector<mmps_name> living;
  for (const auto& [tag, created] : created_)
    if (created.made && objects_.contains(created.name.object_number()))
      living.push_back(created.name);
  std::ranges::sort(living);
  for (const mmps_name& name : living) {
    objects_.at(name.object_number()).end();
    take_turns(now, name);
  }
}

std::size_t executing_process::selecting() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      objects_, [](const auto& entry) { return entry.second.is_selecting(); }));
}

void executing_process::answer_created(const message_header& request, const mmps_name& name) {
  std::array<std::byte, sizeof(mmps_name)> bytes;
  mmps::put_name(bytes.data(), name);
  answer_created(request, bytes, mmps::flag::persistent);
}

void executing_process::answer_created(const message_header& request,
                                       std::span<const std::byte> body, std::uint16_t flags) {
  message_header header = request;
  header.type = static_cast<std::uint8_t>(message_type::instantiated);
  header.flags = flags;
  header.future_length = 0;
  header.source = identity_.self;
  header.destination = request.source;
  const std::uint64_t number = ++last_emission_;
  output_.emissions.push_back({number, 0, mentat_message(header, body)});
  header.destination = identity_.instantiation_manager;
  created_news_.emplace(number, mentat_message(header, body));
}

// ---- errors and time

void executing_process::fail(instant now, std::uint64_t id, mmps::error_kind kind,
                             std::string_view text, std::string_view limit) {
  ++counts_.refused;
  unit& of = units_.at(id);
  of.done = true;
  emit_outcome(now, id, {outcome::kind::error, describe(of.origin, kind, text, limit), {}});
}

void executing_process::lose(instant now, std::uint64_t id, std::string_view text) {
  ++counts_.refused;
  const message_header& call = units_.at(id).origin;
  end_call(now, id,
           {outcome::kind::error, describe(call, mmps::error_kind::object_lost, text, {}), {}});
}

std::vector<std::byte> executing_process::describe(const message_header& call,
                                                   mmps::error_kind kind, std::string_view text,
                                                   std::string_view limit) const {
  const std::string function = "#" + std::to_string(call.function);
  const std::string type = "mentat::" + std::string(mmps::name_of(kind));
  return mmps::encode_error(mmps::error_view{.kind = kind,
                                             .function_name = function,
                                             .host = identity_.host,
                                             .type_name = type,
                                             .text = text,
                                             .limit = limit});
}

void executing_process::tick(instant now) {
  for (; !expiries_.empty() && expiries_.front().first <= now; expiries_.pop_front())
    results_.erase(expiries_.front().second);
}

instant executing_process::next_deadline() const {
  return expiries_.empty() ? instant::never() : expiries_.front().first;
}

}  // namespace mentat
