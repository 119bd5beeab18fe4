// The name of a Mentat object [TOCS96 3.2.1]: host, incarnation of the host, slot in that host, generation of the slot.
// A name is never used again: a slot that is given to another object gets a new generation. Generation 0 means unbound.
// A value, 16 bytes, trivially copyable; the same bytes travel in messages (docs in the protocol: `src`, `dst`).
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

namespace mentat::mmps {

struct mmps_name {
  std::uint32_t host = 0;
  std::uint32_t incarnation = 0;
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;

  [[nodiscard]] constexpr bool bound() const { return generation != 0; }
  friend constexpr auto operator<=>(const mmps_name&, const mmps_name&) = default;
};

static_assert(sizeof(mmps_name) == 16 && std::is_trivially_copyable_v<mmps_name>);

}  // namespace mentat::mmps
