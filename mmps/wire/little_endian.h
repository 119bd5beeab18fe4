// Numbers and names in the bodies of messages: little-endian, at any address. Pure; thread-safe.
// REQUIRES: the bytes are there; a reader of foreign bytes has checked their length before.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "mmps/wire/mmps_name.h"

namespace mentat::mmps {

template <std::unsigned_integral Number>
void put_little_endian(std::byte* at, Number number) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(at, &number, sizeof number);
  } else {
    for (std::size_t i = 0; i < sizeof number; ++i)
      at[i] = static_cast<std::byte>(number >> (8 * i));
  }
}

template <std::unsigned_integral Number>
Number get_little_endian(const std::byte* at) {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, at, sizeof number);
  } else {
    for (std::size_t i = sizeof number; i > 0; --i)
      number = static_cast<Number>((std::uint64_t{number} << 8) |
                                   std::to_integer<std::uint64_t>(at[i - 1]));
  }
  return number;
}

inline void put_name(std::byte* at, const mmps_name& name) {
  put_little_endian(at, name.host);
  put_little_endian(at + 4, name.incarnation);
  put_little_endian(at + 8, name.slot);
  put_little_endian(at + 12, name.generation);
}

inline mmps_name get_name(const std::byte* at) {
  return {get_little_endian<std::uint32_t>(at), get_little_endian<std::uint32_t>(at + 4),
          get_little_endian<std::uint32_t>(at + 8), get_little_endian<std::uint32_t>(at + 12)};
}

}  // namespace mentat::mmps
