// Numbers and names as they stand in the bodies of the instantiation manager's messages:
// little-endian, without padding. Thread-safety: values. Errors: the caller has checked the length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmps/wire/mmps_name.h"

namespace mentat::im {

inline constexpr std::size_t name_bytes = 16;

inline void append(std::vector<std::byte>& to, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    to.push_back(static_cast<std::byte>(number >> shift));
}

inline void append(std::vector<std::byte>& to, const mmps::mmps_name& name) {
  for (const std::uint32_t part : {name.host, name.incarnation, name.slot, name.generation})
    append(to, part);
}

// REQUIRES: at least 4 bytes from `at` on.
inline std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i)
    number |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  return number;
}

// REQUIRES: at least name_bytes bytes from `at` on.
inline mmps::mmps_name name_at(std::span<const std::byte> bytes, std::size_t at) {
  return {number_at(bytes, at), number_at(bytes, at + 4), number_at(bytes, at + 8),
          number_at(bytes, at + 12)};
}

}  // namespace mentat::im
