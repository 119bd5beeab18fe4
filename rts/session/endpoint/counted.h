// Which messages termination detection counts (rts/session/members/termination_detector.h).
// Thread-safety: pure functions.
#pragma once

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"

namespace mentat::node {

// The others are about the counts themselves, or lead to no message.
[[nodiscard]] inline bool is_counted(const mmps::message_header& header) {
  switch (static_cast<mmps::message_type>(header.type)) {
    case mmps::message_type::query:
    case mmps::message_type::pong:
    case mmps::message_type::cancel:
    case mmps::message_type::past:
    case mmps::message_type::update:
    case mmps::message_type::settled:
      return false;
    default:
      return true;
  }
}

}  // namespace mentat::node
