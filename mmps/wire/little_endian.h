// Numbers and names in the bodies of messages: little-endian, at any address. Pure; thread-safe.
// REQUIRES: the bytes are there; a reader of foreign bytes has checked their length before.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

inline constexpr std::size_t name_size = 16;  // bytes

inline std::array<std::byte, name_size> bytes_of(const mmps_name& name) {
  std::array<std::byte, name_size> bytes;
  put_name(bytes.data(), name);
  return bytes;
}

inline mmps_name get_name(const std::byte* at) {
  return {get_little_endian<std::uint32_t>(at), get_little_endian<std::uint32_t>(at + 4),
          get_little_endian<std::uint32_t>(at + 8), get_little_endian<std::uint32_t>(at + 12)};
}

// A struct that consists of 64-bit numbers alone.
template <class Words>
using words_of = std::array<std::uint64_t, sizeof(Words) / sizeof(std::uint64_t)>;

template <class Words>
  requires std::is_trivially_copyable_v<Words>
std::array<std::byte, sizeof(Words)> bytes_of_words(const Words& numbers) {
  std::array<std::byte, sizeof(Words)> bytes;
  std::size_t at = 0;
  for (const std::uint64_t word : std::bit_cast<words_of<Words>>(numbers)) {
    put_little_endian(bytes.data() + at, word);
    at += sizeof word;
  }
  return bytes;
}

template <class Words>
  requires std::is_trivially_copyable_v<Words>
Words get_words(const std::byte* at) {
  words_of<Words> words;
  for (std::uint64_t& word : words) {
    word = get_little_endian<std::uint64_t>(at);
    at += sizeof word;
  }
  return std::bit_cast<Words>(words);
}

}  // namespace mentat::mmps
