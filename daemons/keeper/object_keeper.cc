#include "daemons/keeper/object_keeper.h"

#include <algorithm>
#include <array>
#include <utility>

#include "mmps/wire/hint.h"
#include "mmps/wire/message_type.h"
#include "rts/durable/messages.h"

namespace mentat::keeper {

using durable::byte_cursor;
using durable::byte_sink;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

namespace {

constexpr std::uint64_t request_mark = 0x6475'7261'626C'6501;  // of the tags of its requests

std::span<const std::byte> bytes_in(const base::byte_buffer& of) { return {of.data(), of.size()}; }

}  // namespace

const durable::image* object_keeper::image_of(const mmps_name& object) const {
  const auto found = objects_.find(object);
  return found == objects_.end() || found->second.state == state::gone ? nullptr
                                                                       : &found->second.image;
}

// --- making

void object_keeper::create(const mentat_message& request) {
  const auto hints = mmps::hints::decode(request.body());
  byte_cursor from(hints ? request.body().subspan(hints->length()) : request.body());
  const auto constructor = from.number<std::uint16_t>();
  if (!hints || !from.ok() || !request.header.source.bound()) {
    ++malformed_;
    return;
  }
  // Number 0 would name a process.
  while ((++last_object_ & mmps_name::max_objects) == 0) {
  }
  const mmps_name name = durable::name_of(self_.host, self_.incarnation, last_object_);
  object_entry& made = *objects_.try_emplace(name).first;
  kept_object& of = made.second;
  of.creation = request.header;
  std::vector<mmps::hint> wanted = placed(*hints);
  const bool names_host = std::ranges::any_of(
      wanted, [](const mmps::hint& each) { return each.kind != mmps::hint_kind::apart_from; });
  if (!names_host && wanted.size() < mmps::max_hints)
    wanted.push_back({mmps::hint_kind::on, self_, {}});
  of.hints = mmps::encode(wanted);
  of.how.constructor = constructor;
  of.how.arguments.assign(from.left().begin(), from.left().end());
  of.how.object = name;
  of.how.epoch = 1;
  ask_for_process(made);
}

std::vector<mmps::hint> object_keeper::placed(const mmps::hints& wanted) const {
  std::vector<mmps::hint> all(wanted.all().begin(), wanted.all().end());
  for (mmps::hint& each : all) {
    if (!durable::is_durable(each.name)) continue;
    const auto found = objects_.find(each.name);
    if (found != objects_.end() && found->second.state == state::active) {
      each.name = found->second.place;
      continue;
    }
    each.name = durable::home_of(each.name);
    if (each.kind == mmps::hint_kind::near) each.kind = mmps::hint_kind::on;
  }
  return all;
}

std::optional<mentat_message> object_keeper::with_places(const mentat_message& request) const {
  const auto hints = mmps::hints::decode(request.body());
  if (!hints || std::ranges::none_of(hints->all(), [](const mmps::hint& each) {
        return durable::is_durable(each.name);
      }))
    return std::nullopt;
  base::byte_buffer body;
  body.append(mmps::encode(placed(*hints)));
  body.append(request.body().subspan(hints->length()));
  return mentat_message(request.header, bytes_in(body));
}

void object_keeper::ask_for_process(object_entry& of) {
  kept_object& object = of.second;
  base::byte_buffer body;
  const bool is_new = object.state == state::making;
  const std::array<mmps::hint, 1> here{{{mmps::hint_kind::on, self_, {}}}};
  durable::encode(is_new ? object.hints : mmps::encode(here), object.how,
                  is_new ? nullptr : &object.image, body);
  message_header header = object.creation;
  header.tag = {++last_request_, request_mark};
  header.source = self_;
  header.destination = self_;
  header.hops = 0;
  header.flags = static_cast<std::uint16_t>(mmps::flag::persistent | mmps::flag::durable |
                                            (object.creation.flags & mmps::flag::swapped));
  open_.emplace(last_request_, of.first);
  requests_.emplace_back(header, bytes_in(body));
}

object_keeper::object_entry* object_keeper::take_open(const message_header& answer) {
  const auto found =
      answer.tag.origin == request_mark ? open_.find(answer.tag.number) : open_.end();
  if (found == open_.end()) return nullptr;
  const auto object = objects_.find(found->second);
  open_.erase(found);
  return object == objects_.end() ? nullptr : &*object;
}

void object_keeper::made(const mentat_message& answer) {
  object_entry* const of = take_open(answer.header);
  if (!of) return;  // the manager of the process's host gets one, too
  kept_object& object = of->second;
  if ((answer.header.flags & mmps::flag::error) != 0) {
    if (object.state == state::making)
      return fail_creation(*of, answer.header.source, answer.body());
    return lose(*of, "it could not be made again in another process");
  }
  byte_cursor from(answer.body());
  const mmps_name place = from.name();
  if (object.state == state::making) {
    object.image.about.class_hash = object.creation.class_hash();
    object.image.sequence = durable::image::first;
    object.image.cells = durable::read_cells(from);
    if (!from.at_end()) {
      ++malformed_;
      return lose(*of, "its process sent no data");
    }
  }
  begin(*of, place);
}

void object_keeper::begin(object_entry& of, const mmps_name& place) {
  kept_object& object = of.second;
  const bool is_new = std::exchange(object.state, state::active) == state::making;
  object.place = place;
  object.effects_at_begin = object.image.sequence;
  if (is_new) {
    object.ends = 0;
    message_header header = object.creation;
    header.type = static_cast<std::uint8_t>(message_type::instantiated);
    header.flags = mmps::flag::persistent;
    header.future_length = 0;
    header.source = self_;
    header.destination = object.creation.source;
    output_.emplace_back(header, mmps::bytes_of(of.first));
    object.waiting.insert(object.creation.source.process());  // its first call need not ask
  }
  for (const mmps_name& one : std::exchange(object.waiting, {})) tell_place(of, one);
}

// `source`: the process whose error it is, or a manager that says why in words.
void object_keeper::fail_creation(object_entry& of, const mmps_name& source,
                                  std::span<const std::byte> error) {
  message_header header = of.second.creation;
  header.type = static_cast<std::uint8_t>(message_type::instantiated);
  header.flags = mmps::flag::persistent | mmps::flag::error;
  header.future_length = 0;
  header.source = source;
  header.destination = of.second.creation.source;
  output_.emplace_back(header, error);
  objects_.erase(of.first);
}

void object_keeper::refused(const mentat_message& answer, bool by_end) {
  object_entry* const of = take_open(answer.header);
  if (!of) return;
  kept_object& object = of->second;
  const bool is_new = object.state == state::making;
  const std::uint32_t most = is_new ? most_ends_in_constructor : most_ends_without_effect;
  if (by_end && ++object.ends < most) {
    if (!is_new) ++object.how.epoch;
    return ask_for_process(*of);
  }
  if (is_new) return fail_creation(*of, answer.header.source, answer.body());
  lose(*of, {reinterpret_cast<const char*>(answer.body().data()), answer.body().size()});
}

void object_keeper::lose(object_entry& of, std::string_view why) {
  kept_object& object = of.second;
  object.state = state::gone;
  object.why_gone = why;
  object.image.cells.clear();
  if (!object.was_destroyed) object.image.calls = {};
  object.how = {};
  for (const mmps_name& one : std::exchange(object.waiting, {})) tell_place(of, one);
}

// --- effects, questions and ends

void object_keeper::step(const mentat_message& message) {
  switch (static_cast<durable::message>(message.header.attempt)) {
    case durable::message::record:
      return on_record(message);
    case durable::message::locate:
      return on_locate(message);
    default:
      ++malformed_;
  }
}

void object_keeper::on_record(const mentat_message& message) {
  auto made = durable::decode_effect(message.body());
  const bool ends = made && made->ends;
  const auto found = made ? objects_.find(made->object) : objects_.end();
  if (found == objects_.end() || found->second.state != state::active ||
      found->second.place.process() != message.header.source.process() ||
      found->second.how.epoch != made->epoch || !found->second.image.apply(std::move(*made))) {
    ++malformed_;
    return;
  }
  kept_object& of = found->second;
  of.ends = 0;
  if (!ends) return;
  of.was_destroyed = true;
  lose(*found, "the object was destroyed");
}

void object_keeper::on_locate(const mentat_message& message) {
  byte_cursor from(message.body());
  const mmps_name name = from.name();
  const auto epoch = from.number<std::uint64_t>();
  if (!from.at_end()) {
    ++malformed_;
    return;
  }
  const auto found = objects_.find(name);
  const mmps_name asks = message.header.source.process();
  if (found == objects_.end()) {
    message_header header = durable::header_of(durable::message::located, asks);
    header.flags = mmps::flag::error;
    base::byte_buffer body;
    byte_sink into(body);
    into.put(name);
    into.put(std::uint64_t{1});
    const std::string_view why = "there is no such object";
    body.append(why.data(), why.size());
    output_.emplace_back(header, bytes_in(body));
    return;
  }
  const kept_object& of = found->second;
  const bool is_known =
      of.state == state::gone || (of.state == state::active && of.how.epoch >= epoch);
  if (is_known) return tell_place(*found, asks);
  found->second.waiting.insert(asks);
}

void object_keeper::tell_place(const object_entry& of, const mmps_name& to) {
  const kept_object& object = of.second;
  if (object.state == state::gone) tell_answers(of, to);
  message_header header = durable::header_of(durable::message::located, to);
  base::byte_buffer body;
  byte_sink into(body);
  into.put(of.first);
  if (object.state == state::gone) {
    header.flags = mmps::flag::error;
    into.put(std::uint64_t{object.was_destroyed ? 0u : 1u});
    body.append(object.why_gone.data(), object.why_gone.size());
  } else {
    into.put(object.how.epoch);
    into.put(object.place);
  }
  output_.emplace_back(header, bytes_in(body));
}

// Its process may have ended before these left; nobody else will give them.
void object_keeper::tell_answers(const object_entry& of, const mmps_name& to) {
  of.second.image.calls.visit(
      durable::origin_of(to), [&](std::uint64_t number, const durable::answer& kept) {
        message_header header = durable::header_of(durable::message::answer, to);
        header.tag.number = number;
        if (kept.is_error) header.flags = mmps::flag::error;
        base::byte_buffer body;
        byte_sink into(body);
        into.put(of.first);
        body.append(kept.value);
        output_.emplace_back(header, bytes_in(body));
      });
}

void object_keeper::process_ended(const mmps_name& process, std::string_view cause) {
  const durable::origin as_caller = durable::origin_of(process);
  for (object_entry& each : objects_) {
    kept_object& of = each.second;
    of.waiting.erase(process);
    of.image.calls.forget(as_caller);
    if (of.state != state::active || of.place.process() != process) continue;
    const bool made_progress = of.image.sequence != of.effects_at_begin;
    of.ends = made_progress ? 1 : of.ends + 1;
    if (of.ends >= most_ends_without_effect) {
      lose(each, std::to_string(of.ends) +
                     " processes have ended, one after the other, before a call of the object "
                     "took effect, the last one: " +
                     std::string(cause));
      continue;
    }
    of.state = state::restoring;
    ++of.how.epoch;
    ask_for_process(each);
  }
}

}  // namespace mentat::keeper
