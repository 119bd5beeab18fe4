// The header of a message within a host, in 40 bytes instead of 128: without what both ends of a
// link know (who they are), and what only messages between hosts have. With the head of its record
// and 16 bytes of body it is one line of the cache: a call of an integer, and its result.
//
// It is made of words, so that neither side writes a field and reads it as a part of something
// longer. A header that has more than fits keeps its usual form. Thread-safety: values. What is
// read from a ring is checked like any other header once it has its usual form.
#pragma once

#include <array>
#include <cstdint>

#include "mmps/wire/codec.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::shm {

struct brief_header {
  static constexpr std::size_t size = 40;  // bytes
  static constexpr std::uint32_t most_future = 255;

  // flags 16 . function 16 . depth 16 . argument 8 . argument count 8; slot and generation of the
  // destination; class; tag.
  std::array<std::uint64_t, 5> words;
  std::uint32_t note;  // type 8 . length of the future 8 . attempt 8

  // Of a message that `from` sends to an object of the process `to`, or to itself. False: it does
  // not fit.
  static bool fits(const message_header& header, const mmps_name& from, const mmps_name& to) {
    const std::uint64_t more = header.graph | header.link_sequence | header.link_acknowledged |
                               header.cluster | header.budget_ms | header.credit | header.hops |
                               header.priority | header.replay | header.body_crc |
                               (header.flags & flag::body_crc) |
                               std::uint64_t{header.argument_count} >> 8;
    const bool narrow = header.argument < no_argument || header.argument == to_waiting_caller;
    return more == 0 && narrow && header.future_length <= most_future && header.source == from &&
           header.destination.process() == to;
  }
  static brief_header of(const message_header& header) {
    const std::uint64_t argument = header.argument & 0xff;  // to_waiting_caller: no_argument
    return {
        {header.flags | std::uint64_t{header.function} << 16 | std::uint64_t{header.depth} << 32 |
             argument << 48 | std::uint64_t{header.argument_count} << 56,
         header.destination.slot | std::uint64_t{header.destination.generation} << 32,
         header.class_id | std::uint64_t{header.interface_hash} << 32, header.tag[0],
         header.tag[1]},
        header.type | header.future_length << 8 | std::uint32_t{header.attempt} << 16};
  }
  // What the other end has written makes sense, with a body of so many bytes. REQUIRES: the body is
  // not longer than any may be.
  [[nodiscard]] bool makes_sense(std::size_t body) const {
    const auto type = static_cast<std::uint8_t>(note);
    const auto flags = static_cast<std::uint16_t>(words[0]);
    constexpr std::uint16_t good = flag::all & ~(flag::body_crc | flag::more);
    const std::uint64_t argument = words[0] >> 48 & 0xff, count = words[0] >> 56;
    const bool of_call = argument < count || argument == no_argument || (argument | count) == 0;
    return type != 0 && type <= last_message_type && (flags & ~good) == 0 &&
           (note >> 8 & 0xff) <= body && count <= most_arguments && of_call;
  }
  [[nodiscard]] message_header whole(const mmps_name& from, const mmps_name& to,
                                     std::uint32_t body_length) const {
    message_header header = blank_header;
    header.type = static_cast<std::uint8_t>(note);
    header.future_length = note >> 8 & 0xff;
    header.attempt = static_cast<std::uint8_t>(note >> 16);
    header.flags = static_cast<std::uint16_t>(words[0]);
    header.function = static_cast<std::uint16_t>(words[0] >> 16);
    header.depth = static_cast<std::uint16_t>(words[0] >> 32);
    const std::uint64_t argument = words[0] >> 48 & 0xff;
    header.argument =
        argument == no_argument ? to_waiting_caller : static_cast<std::uint16_t>(argument);
    header.argument_count = static_cast<std::uint16_t>(words[0] >> 56);
    header.destination = {to.host, to.incarnation, static_cast<std::uint32_t>(words[1]),
                          static_cast<std::uint32_t>(words[1] >> 32)};
    header.class_id = static_cast<std::uint32_t>(words[2]);
    header.interface_hash = static_cast<std::uint32_t>(words[2] >> 32);
    header.tag = {words[3], words[4]};
    header.source = from;
    header.body_length = body_length;
    return header;
  }

 private:
  static constexpr std::uint16_t no_argument = 0xff;
};

}  // namespace mentat::mmps::shm
