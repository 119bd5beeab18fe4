#include "rts/session/durable/durable_objects.h"

#include <algorithm>
#include <utility>

#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/durable/messages.h"
#include "rts/session/calls/incoming_calls.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/durable/object_here.h"

namespace mentat::node {

using durable::activation;
using durable::byte_cursor;
using durable::byte_sink;
using mmps::message_header;
using mmps::mmps_name;

std::shared_ptr<durable_objects::object_here> durable_objects::find(const mmps_name& physical) {
  const std::lock_guard guard(lock_);
  const auto found = objects_.find(physical);
  return found == objects_.end() ? nullptr : found->second;
}

void durable_objects::add(std::shared_ptr<object_here> made) {
  const std::lock_guard guard(lock_);
  objects_[made->physical] = std::move(made);
}

// --- calls

void durable_objects::on_call(const message_header& header, std::span<const std::byte> body) {
  byte_cursor from(body);
  activation::call what;
  const mmps_name name = from.name();
  what.number = header.tag.number;
  what.settled = from.number<std::uint64_t>();
  what.name.call = from.number<std::uint64_t>();
  if (!from.ok() || what.number == 0) return;
  const std::shared_ptr<object_here> object = find(header.destination);
  if (!object || object->calls.object() != name)
    return refuse(header, name,
                  std::make_exception_ptr(
                      object_lost({"", "", runtime_->host()}, "the object was destroyed")));
  const method_description* const method = function_at(*object->of_class, header.function);
  const mmps_name caller = header.source.process();
  what.origin = durable::origin_of(caller);
  what.is_read = method && method->is_read;
  what.name.function = method ? method->number : destroy_function;
  std::optional<activation::release> again;
  {
    const std::lock_guard guard(object->lock);
    object->origins[what.origin] = caller;
    const activation::judgement judged = object->calls.arrive(what);
    if (judged.is == activation::verdict::repeated)
      again = {what.origin, what.number, *judged.kept};
    else if (judged.is == activation::verdict::forgotten)
      again = {what.origin, what.number,
               error_answer(std::make_exception_ptr(
                   limit_error({"", "", runtime_->host()}, "fixed.kept_results",
                               "the call has taken effect, and its answer is not kept any more")))};
    else if (judged.is != activation::verdict::admitted)
      return;
  }
  if (again) return answer(*object, *again);
  accept(object, header, what, from.left());
}

void durable_objects::accept(const std::shared_ptr<object_here>& object,
                             const message_header& header, const activation::call& what,
                             std::span<const std::byte> arguments) {
  const class_info& of_class = *object->of_class;
  const method_description* const method = function_at(of_class, header.function);
  auto running = std::make_shared<running_call>(*this, object, what, method);
  server_object* const target = runtime_->find(object->physical);
  computation_instance* call = nullptr;
  try {
    const error_place place{of_class.description->name, method ? method->name : "destroy",
                            runtime_->host()};
    if (!target) throw object_lost(place, "the object was destroyed");
    const bool fits =
        method ? header.argument_count == method->arity : header.function == destroy_on_wire;
    if (!fits || header.class_hash() != of_class.description->interface_hash)
      throw remote_error(place, "mentat::interface_mismatch",
                         "there is no such function: build both programs anew");
    call = method ? method->wire.read_call(of_class, arguments,
                                           (header.flags & mmps::flag::swapped) != 0)
                  : new computation_instance(&of_class, destroy_function, true);
  } catch (...) {
    running->given = error_answer(describe_exception({of_class.description->name, "", ""}));
    return finish(*running);
  }
  call->set_depth(header.depth);
  call->note_error_seen();  // it goes to the caller
  call->set_target(target, object->physical.generation);
  call->set_caller(caller_of(mark_of(header.source.process()), header.tag.origin));
  call->future.begin_with(*new outcome(std::move(running)));
  runtime_->accept(*call);
}

durable_call* durable_objects::begin(computation_instance& call) {
  for (arc* at = call.future.arcs(); at; at = at->next) {
    auto* const mine = dynamic_cast<outcome*>(exported_arc::from(*at));
    if (!mine) continue;
    mine->call()->begin(mine->call());
    return mine->call().get();
  }
  return nullptr;
}

void durable_objects::running_call::note_outcome(const computation_instance& ended) {
  given = in_.answer_of(ended, method_);
  is_answered_ = true;
  if (!runs_) in_.finish(*this);
}

void durable_objects::running_call::end() {
  const std::shared_ptr<running_call> lives = std::move(self_);
  runs_ = false;
  std::exception_ptr failed;
  if (!what_.is_read) {
    try {
      collect_changes();
    } catch (...) {
      failed = std::current_exception();
      roll_back();
    }
  }
  if (failed && is_answered_) given = in_.error_answer(failed);
  if (is_answered_) return in_.finish(*this);
  if (failed) std::rethrow_exception(failed);
}

// Those members whose encodings differ from the last ones.
void durable_objects::running_call::collect_changes() {
  object_here& of = *object_;
  const durable_form& form = *of.of_class->durable;
  of.scratch.resize(form.cells);
  for (std::uint32_t i = 0; i < form.cells; ++i) {
    of.scratch[i].clear();
    form.save(of.self, i, of.scratch[i]);
    if (of.scratch[i].size() > mmps::mentat_message::max_body / 2)
      throw limit_error({of.of_class->description->name, method_->name, in_.runtime_->host()},
                        "fixed.message", "a data member of a durable object is too large");
  }
  for (std::uint32_t i = 0; i < form.cells; ++i) {
    if (std::ranges::equal(of.scratch[i], of.encoded[i])) continue;
    of.encoded[i].assign(of.scratch[i].begin(), of.scratch[i].end());
    changed.push_back({i, of.encoded[i]});
  }
}

// What cannot be recorded must not stay: the next record would lack it.
void durable_objects::running_call::roll_back() {
  object_here& of = *object_;
  changed.clear();
  try {
    for (std::uint32_t i = 0; i < of.encoded.size(); ++i)
      of.of_class->durable->load(of.self, i, of.encoded[i], false);
  } catch (...) {
    in_.out_.end_for_want_of_memory("the data of a durable object");
  }
}

void durable_objects::finish(running_call& ended) {
  const std::shared_ptr<object_here> object = ended.object();
  const bool destroyed = ended.destroys() && !ended.given.is_error;
  const bool has_effect = destroyed || (ended.has_begun() && !ended.what().is_read);
  std::vector<activation::release> now;
  std::optional<durable::effect> made;
  {
    const std::lock_guard guard(object->lock);
    if (has_effect)
      made = object->calls.end(ended.what(), std::move(ended.given), std::move(ended.changed),
                               destroyed, now);
    else
      object->calls.end_read(ended.what(), std::move(ended.given), now);
  }
  for (const activation::release& one : now) answer(*object, one);
  if (made) record(object, *made);
  if (!destroyed) return;
  const std::lock_guard guard(lock_);
  objects_.erase(object->physical);
}

// The ring outlives this process: what is in it is safe.
void durable_objects::record(const std::shared_ptr<object_here>& object,
                             const durable::effect& made) {
  message_header header = durable::header_of(durable::message::record, object->keeper);
  base::byte_buffer body;
  encode(made, body);
  const auto when_out = [this, object, sequence = made.sequence] {
    std::vector<activation::release> now;
    {
      const std::lock_guard guard(object->lock);
      now = object->calls.safe(sequence);
    }
    for (const activation::release& one : now) answer(*object, one);
  };
  out_.send_record(header, body, when_out);
}

void durable_objects::answer(object_here& object, const activation::release& one) {
  mmps_name to;
  {
    const std::lock_guard guard(object.lock);
    const auto found = object.origins.find(one.to);
    if (found == object.origins.end()) return;  // it has ended
    to = found->second;
  }
  message_header header = durable::header_of(durable::message::answer, to);
  header.tag.number = one.number;
  if (one.answer.is_error) header.flags = mmps::flag::error;
  base::byte_buffer body;
  byte_sink into(body);
  into.put(object.calls.object());
  body.append(one.answer.value);
  out_.send(header, body);
}

void durable_objects::refuse(const message_header& call, const mmps_name& object,
                             const std::exception_ptr& error) {
  message_header header = durable::header_of(durable::message::answer, call.source.process());
  header.tag.number = call.tag.number;
  header.flags = mmps::flag::error;
  base::byte_buffer body;
  byte_sink into(body);
  into.put(object);
  body.append(error_answer(error).value);
  out_.send(header, body);
}

durable::answer durable_objects::error_answer(const std::exception_ptr& error) const {
  return {true, error_to_bytes(error, {"", "", runtime_->host()})};
}

durable::answer durable_objects::answer_of(const computation_instance& ended,
                                           const method_description* method) const {
  try {
    if (ended.result() == computation_instance::outcome::error) return error_answer(ended.error());
    base::byte_buffer value;
    if (method) method->wire.write_result(const_cast<computation_instance&>(ended), value);
    if (value.size() > mmps::mentat_message::max_body / 2)
      throw limit_error({"", method->name, runtime_->host()}, "fixed.message",
                        "a result of a durable object is longer than 512 MiB");
    return {false, {value.begin(), value.end()}};
  } catch (...) {
    return error_answer(
        describe_exception({"", method ? method->name : "destroy", runtime_->host()}));
  }
}

void durable_objects::process_ended(const mmps_name& process) {
  const durable::origin of = durable::origin_of(process);
  std::vector<std::shared_ptr<object_here>> all;
  {
    const std::lock_guard guard(lock_);
    for (const auto& [name, one] : objects_) all.push_back(one);
  }
  for (const auto& one : all) {
    const std::lock_guard guard(one->lock);
    one->origins.erase(of);
    one->calls.forget(of);
  }
}

}  // namespace mentat::node
