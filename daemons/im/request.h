// Properties of a request for a place. Thread-safety: pure functions.
#pragma once

#include <cstdint>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::im {

inline constexpr std::uint32_t driver_number = 0;  // of its process, on its host

// Whether it asks for a place for a new object, not for one call.
inline bool is_persistent(const mmps::message_header& header) {
  return (header.flags & mmps::flag::persistent) != 0;
}

// Whether a process asks for a place that serves many calls, on another host (leases.h).
inline bool is_lease(const mmps::message_header& header) {
  return (header.flags & mmps::flag::lease) != 0 && !is_persistent(header);
}

}  // namespace mentat::im
