// The parts of a token's body: the future with the consumers of the result, and the value behind
// it. Thread-safety: pure functions. Ownership: results borrow the message.
#pragma once

#include <span>
#include <string_view>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::tmu {

inline std::span<const std::byte> future_of(const mmps::mentat_message& message) {
  return message.body().first(message.header.future_length);
}

inline std::span<const std::byte> value_of(const mmps::mentat_message& message) {
  return message.body().subspan(message.header.future_length);
}

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The process that waits for the result; unbound if none does.
inline mmps::mmps_name caller_in(std::span<const std::byte> future) {
  mmps::future_reader reader(future);
  mmps::future_arc first;
  if (!reader.next(first) || first.argument != mmps::to_waiting_caller) return {};
  return first.destination;
}

}  // namespace mentat::tmu
