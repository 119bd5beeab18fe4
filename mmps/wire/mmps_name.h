// The name of a Mentat object [TOCS96 3.2.1]: host, incarnation of the host, slot in that host,
// generation of the slot. A name is never reused: the next object in a slot gets a new generation.
// Generation 0 means unbound. A value, 16 bytes, trivially copyable; the same bytes travel in
// messages (docs in the protocol: `src`, `dst`).
//
// The slots of a host are divided among its processes: the high 12 bits of a slot number the
// process, the low 20 the object in it; object 0 is the process itself. The high 12 bits of a
// generation count the processes that had that number, so that names differ when a process takes
// over a dead one's number.
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

  static constexpr std::uint32_t object_bits = 20;
  static constexpr std::uint32_t max_objects = (1u << object_bits) - 1;  // of one process
  // The processes of one host at a time.
  static constexpr std::uint32_t max_processes = 1u << (32 - object_bits);

  // The process `number` of a host; `life` counts, from 1, the processes that had the number.
  static constexpr mmps_name of_process(std::uint32_t host, std::uint32_t incarnation,
                                        std::uint32_t number, std::uint32_t life) {
    return {host, incarnation, number << object_bits, life << object_bits};
  }

  [[nodiscard]] constexpr bool bound() const { return generation != 0; }
  [[nodiscard]] constexpr std::uint32_t process_number() const { return slot >> object_bits; }
  [[nodiscard]] constexpr std::uint32_t life() const { return generation >> object_bits; }
  [[nodiscard]] constexpr std::uint32_t object_number() const { return slot & max_objects; }
  [[nodiscard]] constexpr bool is_process() const { return bound() && object_number() == 0; }
  // The process that contains the object.
  [[nodiscard]] constexpr mmps_name process() const {
    return {host, incarnation, slot & ~max_objects, generation & ~max_objects};
  }
  friend constexpr auto operator<=>(const mmps_name&, const mmps_name&) = default;
  // Avoids a branch for each field.
  friend constexpr bool operator==(const mmps_name& a, const mmps_name& b) {
    return ((a.host ^ b.host) | (a.incarnation ^ b.incarnation) | (a.slot ^ b.slot) |
            (a.generation ^ b.generation)) == 0;
  }
};

static_assert(sizeof(mmps_name) == 16 && std::is_trivially_copyable_v<mmps_name>);

}  // namespace mentat::mmps
