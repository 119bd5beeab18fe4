#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/siphash.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace mentat::base {
namespace {

constexpr siphash_key key{0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull};

std::vector<std::byte> counting(std::size_t length) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::byte>(i));
  return bytes;
}

// The bytes of the hash in order, as the vectors are written.
std::string hexadecimal(const std::array<std::uint64_t, 2>& hash) {
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto byte = static_cast<unsigned char>(hash[i / 8] >> (8 * (i % 8)));
    text += "0123456789ABCDEF"[byte >> 4];
    text += "0123456789ABCDEF"[byte & 15];
  }
  return text;
}

}  // namespace

// Made with another implementation: openssl mac -macopt hexkey:000102..0f -macopt size:16 SIPHASH;
// the first two are also among the authors' vectors.
TEST_CASE("the answers are those of the test vectors, for every length") {
  CHECK(hexadecimal(siphash128(key, counting(0))) == "A3817F04BA25A8E66DF67214C7550293");
  CHECK(hexadecimal(siphash128(key, counting(1))) == "DA87C1D86B99AF44347659119B22FC45");
  CHECK(hexadecimal(siphash128(key, counting(7))) == "A1F1EBBED8DBC153C0B84AA61FF08239");
  CHECK(hexadecimal(siphash128(key, counting(8))) == "3B62A9BA6258F5610F83E264F31497B4");
  CHECK(hexadecimal(siphash128(key, counting(15))) == "5493E99933B0A8117E08EC0F97CFC3D9");
  CHECK(hexadecimal(siphash128(key, counting(16))) == "6EE2A4CA67B054BBFD3315BF85230577");
  CHECK(hexadecimal(siphash128(key, counting(63))) == "5150D1772F50834A503E069A973FBD7C");
}

TEST_CASE("another key gives another answer") {
  CHECK(siphash128(key, counting(24)) != siphash128({key[0], key[1] ^ 1}, counting(24)));
}

}  // namespace mentat::base
