// SipHash-2-4 with 128 bits (Aumasson, Bernstein 2012): a keyed hash; without the key nobody can
// choose its results. It makes the tags of computations (custody rule 2). Pure; thread-safe; the
// same results on every machine. Cost: some 20 ns for 24 bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mentat::base {

using siphash_key = std::array<std::uint64_t, 2>;

[[nodiscard]] std::array<std::uint64_t, 2> siphash128(const siphash_key& key,
                                                      std::span<const std::byte> bytes);

}  // namespace mentat::base
