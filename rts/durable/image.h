// A durable object as bytes: the encoded value of each data member, and which calls have led to it.
// Effects are merged into it without any code of the program, so it is current at no cost for the
// object.
//
// Invariant: the image after the effects 1 to n of an object is the state of the object after these
// calls. Thread-safety: none. Errors: apply() refuses an effect that does not follow.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rts/durable/effect.h"
#include "rts/durable/origin_table.h"

namespace mentat::durable {

struct image {
  std::uint64_t sequence = 0;  // of the last effect
  std::vector<bytes> cells;
  origin_table calls;

  // False: it is not the next effect, or names a member that the object does not have.
  bool apply(const effect& one);
  [[nodiscard]] std::size_t bytes_of_cells() const;

  void encode(base::byte_buffer& behind) const;
  static std::optional<image> decode(std::span<const std::byte> from);
};

}  // namespace mentat::durable
