#include "rts/session/calls/incoming_future.h"

#include "mmps/wire/message_type.h"

namespace mentat::node {

void incoming_future::read(const received_call& of) {
  const std::span<const std::byte> bytes = of.future;
  sound_ = mmps::check_future(bytes).fault == mmps::future_fault::none;
  mmps::future_arc first;
  if (!sound_ || !mmps::future_reader(bytes).next(first)) return;
  if (first.argument == mmps::to_waiting_caller) {
    caller_ = first.destination;
    waiting_ = first.tag;
    const bool as_it_was_sent = first.arcs_number() == 0 && !first.abandons_value();
    only_caller_ = bytes.size() == mmps::future_arc_size && as_it_was_sent;
  }
  if (!only_caller_) bytes_.assign(bytes.begin(), bytes.end());
}

void incoming_future::write_out() {
  if (!only_caller_ || !bytes_.empty()) return;
  bytes_.resize(mmps::future_arc_size);
  mmps::write_arc(mmps::arc_to_caller(caller_, waiting_), bytes_);
}

std::span<const std::byte> incoming_future::bytes() {
  write_out();
  return bytes_;
}

void incoming_future::add(std::span<const std::byte> arcs, std::uint16_t messages, bool abandoned) {
  write_out();
  only_caller_ = false;
  bytes_.insert(bytes_.end(), arcs.begin(), arcs.end());
  mmps::note_arcs_of_caller(bytes_, messages, abandoned);
}

}  // namespace mentat::node
