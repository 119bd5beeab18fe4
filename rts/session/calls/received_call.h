// A received message that asks to execute a call here, independent of the form of its header.
// Thread-safety: a value. Ownership: borrows the bytes from the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mmps/shm/compact_header.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/tag.h"
#include "rts/session/calls/wire_call.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

struct received_call {
  // REQUIRES: the future is not longer than the body.
  received_call(const mmps::message_header& header, std::span<const std::byte> body)
      : from(header.source.process()),
        mark(mark_of(from)),
        to(header.destination),
        class_hash(header.class_hash()),
        tag(header.tag),
        flags(header.flags),
        function(header.function),
        argument_count(header.argument_count),
        depth(header.depth),
        attempt(header.attempt),
        future(body.first(header.future_length)),
        arguments(body.subspan(header.future_length)) {}
  // From a process of this host; `of_host`: mark_of_host().
  received_call(const mmps::mmps_name& from, std::uint64_t of_host, const mmps::mmps_name& to,
                const mmps::shm::compact_header& header, std::span<const std::byte> body)
      : from(from),
        mark(mark_of(from, of_host)),
        to(to),
        class_hash(header.class_hash()),
        tag(header.tag()),
        flags(header.flags()),
        function(header.function()),
        argument_count(header.argument_count()),
        depth(header.depth()),
        attempt(header.attempt()),
        future(body.first(header.future_length())),
        arguments(body.subspan(header.future_length())) {}

  [[nodiscard]] bool is_to_object() const { return to.object_number() != 0; }
  // Else it is a unit that a token-matching unit has sent.
  [[nodiscard]] bool is_from_caller() const {
    return is_to_object() || !is_token_matching_unit(from);
  }

  mmps::mmps_name from;  // a process
  std::uint64_t mark;    // of that process (wire_call.h)
  mmps::mmps_name to;    // an object, or this process
  std::uint64_t class_hash;
  mmps::tag tag;
  std::uint16_t flags, function, argument_count, depth;
  std::uint8_t attempt;
  std::span<const std::byte> future, arguments;
};

}  // namespace mentat::node
