#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/base/byte_buffer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mmps/base/random.h"

using mentat::base::byte_buffer;

TEST_CASE("it has the appended bytes, like a vector, for all sizes") {
  mentat::base::random chance(7);
  for (int round = 0; round < 200; ++round) {
    byte_buffer tested;
    std::vector<std::byte> expected;
    for (int step = 0; step < 50; ++step) {
      std::vector<std::byte> more(chance.below(chance.below(4) == 0 ? 5000 : 20));
      for (std::byte& one : more) one = static_cast<std::byte>(chance.below(256));
      switch (chance.below(6)) {
        case 0: {
          const std::size_t shorter = chance.below(expected.size() + 1);
          tested.resize(shorter);
          expected.resize(shorter);
          break;
        }
        case 1: {  // the bytes are not initialized
          tested.resize(tested.size() + more.size());
          std::ranges::copy(more, tested.end() - static_cast<std::ptrdiff_t>(more.size()));
          expected.insert(expected.end(), more.begin(), more.end());
          break;
        }
        case 2:
          tested.reserve(chance.below(10'000));
          break;
        case 3: {
          byte_buffer moved(std::move(tested));
          CHECK(tested.empty());
          tested = std::move(moved);
          CHECK(moved.empty());
          CHECK(moved.capacity() == byte_buffer::short_size);
          break;
        }
        default:
          tested.append(more);
          expected.insert(expected.end(), more.begin(), more.end());
      }
      REQUIRE(std::ranges::equal(tested, expected));
      REQUIRE(tested.capacity() >= tested.size());
    }
    tested.clear();
    CHECK(tested.empty());
  }
}

TEST_CASE("short contents take no allocation, and stay whole when they are moved") {
  byte_buffer tested;
  tested.append("12345678", 8);
  const auto* const within = reinterpret_cast<const std::byte*>(&tested);
  CHECK(tested.data() >= within);
  CHECK(tested.data() < within + sizeof tested);
  const byte_buffer moved(std::move(tested));
  CHECK(moved.size() == 8);
  CHECK(moved.data()[7] == std::byte{'8'});
}

TEST_CASE("a cleared buffer is written again without an allocation") {
  byte_buffer tested;
  tested.append("12345678", 8);
  const std::byte* const storage = tested.data();
  tested.clear();
  const std::uint32_t number = 7;
  tested.append(&number, sizeof number);
  CHECK(tested.data() == storage);
  CHECK(tested.size() == sizeof number);
}
