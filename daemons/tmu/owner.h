// Which token-matching unit matches the tokens of a tag [TOCS96 3.2.5: unbound token routing], in
// the simulator. The product's callers name the unit of their own host (docs/tmu.md).
//
// A rendezvous hash (Thaler and Ravishankar 1998): every member is given a weight by a hash of the
// tag and the member, and the living member of the greatest weight is the owner. Whoever has the
// same member list gives the same answer, asks nobody, and keeps no state. The list is the one that
// was fixed when the graph began; the dead are those that are known to be dead: a member of which
// nothing has been heard yet is alive.
//
// Invariants:
//  1. The answer does not depend on the order of the list.
//  2. When a member dies, only the tags that it owned move.
//  3. Tags are spread evenly.
// Pure; thread-safe. Cost: some 5 ns a member.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "mmps/wire/mmps_name.h"

namespace mentat::tmu {

// One of the token-matching units of a graph.
struct member {
  mmps::mmps_name name;  // of its process
  bool alive = true;
};

// The name of the owner; unbound if no member is alive.
[[nodiscard]] mmps::mmps_name tag_owner(const std::array<std::uint64_t, 2>& tag,
                                        std::span<const member> members);

}  // namespace mentat::tmu
