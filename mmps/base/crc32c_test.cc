#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/crc32c.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmps/base/random.h"

using mentat::base::crc32c;
using mentat::base::crc32c_by_table;

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

TEST_CASE("the checksums of RFC 3720 B.4") {
  std::vector<std::byte> rising(32), falling(32);
  for (std::size_t i = 0; i < 32; ++i) {
    rising[i] = static_cast<std::byte>(i);
    falling[i] = static_cast<std::byte>(31 - i);
  }
  for (const auto function : {crc32c, crc32c_by_table}) {
    CHECK(function({}, 0) == 0);
    CHECK(function(bytes_of("123456789"), 0) == 0xe3069283);
    CHECK(function(std::vector<std::byte>(32, std::byte{0}), 0) == 0x8a9136aa);
    CHECK(function(std::vector<std::byte>(32, std::byte{0xff}), 0) == 0x62a8ab43);
    CHECK(function(rising, 0) == 0x46dd794e);
    CHECK(function(falling, 0) == 0x113fdb5c);
  }
}

TEST_CASE("with and without the instruction, in one piece or in two, the answer is the same") {
  constexpr std::uint64_t seed = 20241;
  mentat::base::random chance(seed);
  MESSAGE("seed ", seed);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> bytes(chance.below(300));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(chance.next());
    const std::span<const std::byte> all(bytes);
    const std::size_t cut = chance.below(bytes.size() + 1);
    const std::uint32_t whole = crc32c(all);
    REQUIRE(whole == crc32c_by_table(all));
    REQUIRE(whole == crc32c(all.subspan(cut), crc32c(all.first(cut))));
    REQUIRE(whole == crc32c_by_table(all.subspan(cut), crc32c_by_table(all.first(cut))));
  }
}
