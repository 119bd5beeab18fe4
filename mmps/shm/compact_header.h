// The header of a message within a host, in 40 bytes instead of 128: without the names of both
// ends, which the link knows, and the fields of messages between hosts. With the head of its record
// and 16 bytes of body it fills one cache line: a call of an integer, and its result.
//
// It consists of words, so that neither side writes a field and reads it as part of a longer one. A
// header that does not fit keeps its usual form. Thread-safety: values. A header read from a ring
// is checked in this form (makes_sense()), by the rules of the codec for all headers.
#pragma once

#include <array>
#include <cstdint>

#include "mmps/base/load_scalar.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/tag.h"

namespace mentat::mmps::shm {

struct compact_header {
  static constexpr std::size_t size = 40;  // bytes
  static constexpr std::uint32_t max_future = 255;
  static constexpr std::size_t max_body = 1024;  // longer ones take many lines anyway

  // flags 16 . function 16 . depth or arcs_number 16 . argument 8 . argument count 8; slot and
  // generation of the destination; class; tag.
  std::array<std::uint64_t, 5> words;
  std::uint32_t note;  // type 8 . length of the future 8 . attempt 8

  // The fields, without the sender.
  struct parts {
    message_type type = message_type::token;
    std::uint16_t flags = 0, function = 0, depth = 0;
    std::uint16_t argument = 0;  // below no_argument, or to_waiting_caller
    std::uint16_t argument_count = 0;
    std::uint8_t future_length = 0, attempt = 0;
    mmps_name destination{};  // an object, or a process
    std::uint64_t class_hash = 0;
    mmps::tag tag{};
  };
  static compact_header of(const parts& what) {
    const std::uint64_t argument = what.argument & 0xff;  // to_waiting_caller: no_argument
    return {{what.flags | std::uint64_t{what.function} << 16 | std::uint64_t{what.depth} << 32 |
                 argument << 48 | std::uint64_t{what.argument_count} << 56,
             what.destination.slot | std::uint64_t{what.destination.generation} << 32,
             what.class_hash, what.tag.number, what.tag.origin},
            static_cast<std::uint32_t>(what.type) | std::uint32_t{what.future_length} << 8 |
                std::uint32_t{what.attempt} << 16};
  }
  // Whether the header fits, for a message from `from` to the process `to` or an object in it.
  static bool fits(const message_header& header, const mmps_name& from, const mmps_name& to) {
    const std::uint64_t more = header.link_sequence | header.link_acknowledged | header.cluster |
                               header.credit | header.hops | header.body_crc |
                               (header.flags & flag::body_crc) |
                               std::uint64_t{header.argument_count} >> 8;
    const bool narrow = header.argument < no_argument || header.argument == to_waiting_caller;
    return more == 0 && narrow && header.future_length <= max_future && header.source == from &&
           header.destination.process() == to;
  }
  static compact_header of(const message_header& header) {
    return of(parts{.type = static_cast<message_type>(header.type),
                    .flags = header.flags,
                    .function = header.function,
                    .depth = header.depth,
                    .argument = header.argument,
                    .argument_count = header.argument_count,
                    .future_length = static_cast<std::uint8_t>(header.future_length),
                    .attempt = header.attempt,
                    .destination = header.destination,
                    .class_hash = header.class_hash(),
                    .tag = header.tag});
  }

  [[nodiscard]] std::uint8_t type() const { return static_cast<std::uint8_t>(note); }
  [[nodiscard]] std::uint8_t future_length() const { return static_cast<std::uint8_t>(note >> 8); }
  [[nodiscard]] std::uint8_t attempt() const { return static_cast<std::uint8_t>(note >> 16); }
  [[nodiscard]] std::uint16_t flags() const { return static_cast<std::uint16_t>(words[0]); }
  [[nodiscard]] std::uint16_t function() const {
    return static_cast<std::uint16_t>(words[0] >> 16);
  }
  [[nodiscard]] std::uint16_t depth() const { return static_cast<std::uint16_t>(words[0] >> 32); }
  // As in message_header.
  [[nodiscard]] std::uint16_t arcs_number() const { return depth(); }
  [[nodiscard]] std::uint16_t argument() const {
    const std::uint16_t narrow = words[0] >> 48 & 0xff;
    return narrow == no_argument ? to_waiting_caller : narrow;
  }
  [[nodiscard]] std::uint16_t argument_count() const {
    return static_cast<std::uint16_t>(words[0] >> 56);
  }
  [[nodiscard]] mmps_name destination(const mmps_name& process) const {
    return {process.host, process.incarnation, static_cast<std::uint32_t>(words[1]),
            static_cast<std::uint32_t>(words[1] >> 32)};
  }
  // Whether the message goes to that process of this host itself, or to an object in it. REQUIRES:
  // `process` names a process.
  [[nodiscard]] bool is_to(const mmps_name& process) const {
    return static_cast<std::uint32_t>(words[1]) == process.slot &&
           static_cast<std::uint32_t>(words[1] >> 32) == process.generation;
  }
  [[nodiscard]] bool is_to_object_of(const mmps_name& process) const {
    const mmps_name to = destination(process);
    return to.object_number() != 0 && to.process_number() == process.process_number() &&
           (to.generation ^ process.generation) <= mmps_name::max_objects;
  }
  [[nodiscard]] std::uint64_t class_hash() const { return word(2); }
  // As in message_header.
  [[nodiscard]] std::uint32_t run_time() const { return static_cast<std::uint32_t>(word(2)); }
  [[nodiscard]] mmps::tag tag() const { return {word(3), word(4)}; }

  // Whether the other end has written a valid header for a body of that size. REQUIRES: the size is
  // within the limit of bodies.
  [[nodiscard]] bool makes_sense(std::size_t body) const {
    constexpr std::uint16_t good =
        flag::all & ~(flag::body_crc | flag::more | flag::repeated | flag::named | flag::elsewhere);
    // Evaluates all conditions, to avoid a branch for each.
    const std::uint16_t of = argument(), all = argument_count();
    const bool an_argument = of < all, caller = of == to_waiting_caller, none = (of | all) == 0;
    const bool of_call = an_argument | caller | none;
    const bool known = type() != 0, no_later = type() <= last_message_type;
    const bool good_flags = (flags() & ~good) == 0;
    const bool future_fits = future_length() <= body, not_too_many = all <= max_arguments;
    return known & no_later & good_flags & future_fits & not_too_many & of_call;
  }
  [[nodiscard]] message_header whole(const mmps_name& from, const mmps_name& to,
                                     std::uint32_t body_length) const {
    message_header header = blank_header;
    header.type = type();
    header.future_length = future_length();
    header.attempt = attempt();
    header.flags = flags();
    header.function = function();
    header.depth = depth();
    header.argument = argument();
    header.argument_count = argument_count();
    header.destination = destination(to);
    header.class_id = static_cast<std::uint32_t>(words[2]);
    header.interface_hash = static_cast<std::uint32_t>(words[2] >> 32);
    header.tag = tag();
    header.source = from;
    header.body_length = body_length;
    return header;
  }

 private:
  static constexpr std::uint16_t no_argument = 0xff;

  [[nodiscard]] std::uint64_t word(std::size_t i) const { return base::load_scalar(words[i]); }
};

}  // namespace mentat::mmps::shm
