// The hashes that appear in generated text. FNV-1a: stable for ever, the same on every machine.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mentat::mplc {

// Never 0 nor ~0, which the run-time system keeps for calls of its own (rts/core/class_info.h).
[[nodiscard]] constexpr std::uint32_t fnv1a_32(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash == 0 || hash == ~std::uint32_t{0} ? 1 : hash;
}

[[nodiscard]] constexpr std::uint64_t fnv1a_64(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

[[nodiscard]] inline std::string hexadecimal(std::uint64_t value, unsigned digits) {
  std::string text(digits, '0');
  for (unsigned i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace mentat::mplc
