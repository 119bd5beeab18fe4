// The tags of the messages that find a quiet session, and of those that break a wait in it
// (session_end.h), as values whose parts have names. Thread-safety: values.
#pragma once

#include <cstdint>

#include "mmps/wire/tag.h"
#include "rts/executor/breakable.h"

namespace mentat::node {

/// Of a query, and of the pong that answers it.
struct query_tag {
  std::uint64_t round;
  bool main_has_ended;

  [[nodiscard]] static query_tag of(const mmps::tag& tag) { return {tag.number, tag.origin != 0}; }
  [[nodiscard]] mmps::tag on_wire() const { return {round, main_has_ended ? 1u : 0u}; }
};

/// Of a cancel: what to break, if nothing has happened since the process answered that round.
struct cancel_tag {
  std::uint64_t round;
  breakable what;

  [[nodiscard]] static cancel_tag of(const mmps::tag& tag) {
    const bool is_known = tag.origin <= static_cast<std::uint64_t>(breakable::unaccepted);
    return {tag.number, is_known ? static_cast<breakable>(tag.origin) : breakable::nothing};
  }
  [[nodiscard]] mmps::tag on_wire() const { return {round, static_cast<std::uint64_t>(what)}; }
};

}  // namespace mentat::node
