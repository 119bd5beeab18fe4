// The tag of a computation [TOCS96 3.2]: messages that concern the same computation carry the same
// tag. It is two numbers, whose meaning depends on the kind of the message:
//
//   result, answer, `arcs` to an object's process: the call for which `origin`, a process, waits;
//                   `number` is a slot of its table of calls and the life of that slot
//   unit of a token-matching unit: `number` is the lineage of its call, which is the same in each
//                   execution; `origin` tells executions apart
//   exec to an object: `number` is the lineage, `origin` the caller within its process
//   query, pong, cancel: `number` of the round of questions; `origin` is 0 or 1
//                        (rts/session/members/quiet_tags.h)
//
// A value of 16 bytes, passed as two words; tag{} is all zeros. It has no default member values,
// because with them the compiler clears a message's header in two steps. On the wire `number` comes
// first (docs/wire_format.md).
#pragma once

#include <compare>
#include <cstdint>

namespace mentat::mmps {

struct tag {
  std::uint64_t number;
  std::uint64_t origin;

  friend constexpr bool operator==(const tag&, const tag&) = default;
  friend constexpr auto operator<=>(const tag&, const tag&) = default;
};
static_assert(sizeof(tag) == 16);

}  // namespace mentat::mmps
