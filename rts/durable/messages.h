// The messages of durable objects, of type `durable`: which one it is stands in the header's
// `attempt`, what belongs to it in the body. Little-endian. Thread-safety: pure functions.
#pragma once

#include <cstdint>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/mmps_name.h"
#include "rts/durable/object_name.h"

namespace mentat::durable {

enum class message : std::uint8_t {
  // To the object, under its physical name: a call. tag: its number, its caller; body: the object's
  // name, up to which number its origin has answers, its lineage, then arguments.
  call = 1,
  // To the origin. tag.number: that of the call; body: the object's name, then the result.
  answer,
  // To the keeper: a record, without a checksum (effect.h).
  record,
  // To the keeper: where is the object, in this activation or a later one? Body: its name, epoch.
  locate,
  // From the keeper. Body: the object's name, epoch, physical name; with flag error: why it is
  // gone.
  located,
};

[[nodiscard]] inline mmps::message_header header_of(message what, const mmps::mmps_name& to) {
  mmps::message_header header = mmps::blank_header;
  header.type = static_cast<std::uint8_t>(mmps::message_type::durable);
  header.attempt = static_cast<std::uint8_t>(what);
  header.destination = to;
  return header;
}

}  // namespace mentat::durable
