#include "mmps/base/siphash.h"

#include <bit>

namespace mentat::base {
namespace {

struct state {
  std::uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }

  void take_in(std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }

  std::uint64_t finish() {
    for (int i = 0; i < 4; ++i) round();
    return v0 ^ v1 ^ v2 ^ v3;
  }
};

// Little-endian on every machine.
std::uint64_t word_of(std::span<const std::byte> bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return word;
}

}  // namespace

std::array<std::uint64_t, 2> siphash128(const siphash_key& key, std::span<const std::byte> bytes) {
  state s{key[0] ^ 0x736f6d6570736575ull, key[1] ^ 0x646f72616e646f6dull ^ 0xee,
          key[0] ^ 0x6c7967656e657261ull, key[1] ^ 0x7465646279746573ull};
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) s.take_in(word_of(bytes.first(8)));
  s.take_in(word_of(bytes) | length << 56);
  s.v2 ^= 0xee;
  const std::uint64_t first = s.finish();
  s.v1 ^= 0xdd;
  return {first, s.finish()};
}

}  // namespace mentat::base
