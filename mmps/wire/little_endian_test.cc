#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/little_endian.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {
namespace {

template <std::size_t Size>
std::vector<int> shown(const std::array<std::byte, Size>& bytes) {
  std::vector<int> numbers;
  for (const std::byte byte : bytes) numbers.push_back(std::to_integer<int>(byte));
  return numbers;
}

}  // namespace

TEST_CASE("a name has the same bytes on every machine") {
  const mmps_name name{0x04030201, 0x08070605, 0x0c0b0a09, 0x100f0e0d};
  CHECK(shown(bytes_of(name)) ==
        std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  CHECK(get_name(bytes_of(name).data()) == name);
}

TEST_CASE("a struct of words has the same bytes on every machine") {
  struct two {
    std::uint64_t first, second;
    bool operator==(const two&) const = default;
  };
  const two words{0x0807060504030201, 0x100f0e0d0c0b0a09};
  CHECK(shown(bytes_of_words(words)) ==
        std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  CHECK(get_words<two>(bytes_of_words(words).data()) == words);
}

TEST_CASE("a header says on the wire whether values are big-endian, in memory whether to swap") {
  constexpr std::size_t flags_at = 6;
  for (const bool swapped : {false, true}) {
    message_header header = blank_header;
    header.type = static_cast<std::uint8_t>(message_type::exec);
    header.flags = static_cast<std::uint16_t>(flag::replayable | (swapped ? flag::swapped : 0));
    std::array<std::byte, header_size> bytes;
    encode_header(header, bytes);
    const auto on_wire = get_little_endian<std::uint16_t>(bytes.data() + flags_at);
    const bool is_big = (std::endian::native == std::endian::big) != swapped;
    CHECK(on_wire == (flag::replayable | (is_big ? flag::swapped : 0)));
    const decode_result read = decode_header(bytes);
    REQUIRE(read);
    CHECK(read.header.flags == header.flags);
  }
}

}  // namespace mentat::mmps
