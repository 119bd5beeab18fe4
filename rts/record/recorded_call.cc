#include "rts/record/recorded_call.h"

#include <algorithm>

namespace mentat::record {
namespace {

void add(std::atomic<std::uint64_t>& to, std::uint64_t more) {
  to.store(to.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

ring* ring_if_on() { return is_on() ? own_ring() : nullptr; }

std::uint16_t number_of_place(source_place at, ring& in) {
  if (at.line() == 0) return unknown_place;
  const std::size_t hash = reinterpret_cast<std::uintptr_t>(at.file_name()) + at.line();
  met_place& known = in.places[hash % ring::most_places];
  if (known.file != at.file_name() || known.line != at.line())
    known = {at.file_name(), at.line(), rings()->places.add(text_of(at))};
  return known.number;
}

// Objects that live at the same time have different numbers, nearly always; 0: none.
std::uint32_t number_of_object(const server_object* object, std::uint32_t generation) {
  if (!object) return 0;
  const auto address = reinterpret_cast<std::uintptr_t>(object) >> 4;
  return static_cast<std::uint32_t>(address + generation * 0x9e3779b1u) | 1u;
}
std::uint32_t number_of_object(const computation_instance& called) {
  return number_of_object(called.target(), called.generation());
}

void write_awaited(ring& to, const computation_instance& wanted, source_place at) {
  to.write({.begin = rings()->now(),
            .kind = event_kind::awaited,
            .method = number_of_place(at, to),
            .call = to.running().call(),
            .other = number_of(wanted)});
}

}  // namespace

void recorded_call::begin(ring& with, method_counts& counts) {
  begin_before_ = with.begin.load(std::memory_order_relaxed);
  begin_ = rings()->now();
  if (rings()->level != level::full) counts.sampled.note(begin_, rings()->rare);
  with.begin.store(begin_, std::memory_order_relaxed);
  with.set_running({number_of(call_), counts.method, true});
}

void recorded_call::end(ring& with) {
  method_counts& counts = with.counts_of(*call_.of_class(), call_.function());
  const std::uint64_t ticks = rings()->now() - begin_;
  event one{.begin = begin_,
            .kind = event_kind::ran,
            .method = counts.method,
            .call = number_of(call_),
            .other = before_.call()};
  one.set_ticks(ticks);
  with.write(one);
  if (call_.forwarded_to() && rings()->level == level::full)
    with.write({.begin = begin_ + ticks,
                .kind = event_kind::forwarded,
                .call = number_of(call_),
                .other = number_of(*call_.forwarded_to())});
  with.begin.store(begin_before_, std::memory_order_relaxed);
  add(counts.recorded, 1);
  add(counts.ticks, ticks);
}

recorded_main::recorded_main() {
  ring* const with = ring_if_on();
  if (!with) return;
  begin_ = rings()->now();
  with->begin.store(begin_, std::memory_order_relaxed);
  with->set_running({call_of_main, method_of_main, true});
}

recorded_main::~recorded_main() {
  ring* const with = begin_ != 0 ? own_ring() : nullptr;
  if (!with) return;
  event one{
      .begin = begin_, .kind = event_kind::ran, .method = method_of_main, .call = call_of_main};
  one.set_ticks(rings()->now() - begin_);
  with->write(one);
  with->set_running({});
}

recorded_pause::recorded_pause() {
  ring* const with = ring_if_on();
  if (!with) return;
  paused_ = with->running();
  paused_begin_ = with->begin.load(std::memory_order_relaxed);
  awaited_ = with->awaited;
  with->awaited = 0;
  with->set_running({});
  if (!paused_.is_there()) return;
  left_ = static_cast<std::uint16_t>(with - rings()->rings.data());
  begin_ = rings()->now();
}

recorded_pause::~recorded_pause() {
  ring* const with = begin_ != 0 ? own_ring() : nullptr;
  if (!with) return;
  event one{.begin = begin_,
            .kind = event_kind::suspended,
            .method = left_,
            .call = paused_.call(),
            .other = awaited_};
  one.set_ticks(rings()->now() - begin_);
  with->write(one);
  with->begin.store(paused_begin_, std::memory_order_relaxed);
  with->set_running(paused_);
}

void note_awaited(const computation_instance& wanted, source_place at) {
  ring* const with = ring_if_on();
  if (!with) return;
  with->awaited = number_of(wanted);
  if (rings()->level != level::full && with->running().is_there()) write_awaited(*with, wanted, at);
}

void note_needed(const computation_instance& wanted, source_place at) {
  ring* const with = own_ring();
  if (with && with->running().is_there()) write_awaited(*with, wanted, at);
}

void note_called(const computation_instance& made) {
  ring* const with = own_ring();
  if (!with) return;
  const method_counts& counts = with->counts_of(*made.of_class(), made.function());
  if (!counts.sampled.records_all()) return;
  with->write({.begin = rings()->now(),
               .length = number_of_object(made),
               .kind = event_kind::called,
               .method = counts.method,
               .call = number_of(made),
               .other = with->running().call()});
  if (made.complete() && !made.is_partial()) return;
  const auto note = [](void* consumer, const computation_instance& producer) {
    own_ring()->write({.begin = rings()->now(),
                       .kind = event_kind::argument,
                       .call = number_of(*static_cast<const computation_instance*>(consumer)),
                       .other = number_of(producer)});
  };
  made.see_producers(note, const_cast<computation_instance*>(&made));
}

void note_stolen(stolen_item what, const computation_instance* call) {
  ring* const with = ring_if_on();
  if (!with) return;
  with->write({.begin = rings()->now(),
               .kind = event_kind::stolen,
               .method = static_cast<std::uint16_t>(what),
               .call = call ? number_of(*call) : 0});
}

void note_end(event_kind which, const computation_instance& call, std::uint64_t under,
              std::uint32_t peer_host, std::uint32_t peer_process) {
  ring* const with = own_ring();
  if (!with) return;
  const std::uint64_t now = rings()->now();
  with->write({.begin = now,
               .length = peer_of(peer_host, peer_process),
               .kind = which,
               .call = number_of(call),
               .other = under});
  if (which == event_kind::call_came && call.target())
    with->write({.begin = now,
                 .length = number_of_object(call),
                 .kind = event_kind::of_object,
                 .call = number_of(call)});
}

void note_object(event_kind which, const server_object& object) {
  ring* const with = own_ring();
  if (!with || !object.of_class()) return;
  with->write({.begin = rings()->now(),
               .length = number_of_object(&object, object.generation()),
               .kind = which,
               .method = with->counts_of(*object.of_class(), create_function).method,
               .call = with->running().call()});
}

void note_received(message_kind what, std::uint32_t host, std::uint32_t process,
                   std::size_t bytes) {
  ring* const with = own_ring();
  if (!with) return;
  with->write({.begin = rings()->now(),
               .length = static_cast<std::uint32_t>(std::min<std::size_t>(bytes, UINT32_MAX)),
               .kind = event_kind::received,
               .method = static_cast<std::uint16_t>(what),
               .other = std::uint64_t{host} << 32 | process});
}

}  // namespace mentat::record
