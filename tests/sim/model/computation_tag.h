// The tag of a computation [TOCS96 3.2.3] in the simulator's model: 128 bits that name it wherever
// its tokens meet. The product has other tags (docs/simulator.md).
//
// A child's tag is a keyed hash of its parent's tag and the number of the call in its parent, so a
// computation that is executed again names its children the same: that is what makes it possible to
// execute it again and to drop what comes twice. The key is the session's, so nobody outside can
// choose tags. A value. Cost: one SipHash of 24 bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mmps/base/siphash.h"

namespace mentat {

using computation_tag = std::array<std::uint64_t, 2>;

[[nodiscard]] inline computation_tag child_tag(const base::siphash_key& key,
                                               const computation_tag& parent, std::uint64_t index) {
  std::array<std::byte, 24> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t word = i < 16 ? parent[i / 8] : index;
    bytes[i] = static_cast<std::byte>(word >> (8 * (i % 8)));
  }
  return base::siphash128(key, bytes);
}

}  // namespace mentat
