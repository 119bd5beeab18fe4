// Seeded random numbers that are the same on every machine (SplitMix64, Steele, Lea, Flood 2014).
// Thread-safety: none; one generator per owner. Never use std::uniform_int_distribution: its
// results differ between libraries.
#pragma once

#include <cstdint>

namespace mentat::base {

class random {
 public:
  explicit constexpr random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }

  // A number in [0, bound); bound > 0. The bias is below 2^-32 for bounds below 2^32.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace mentat::base
