#include "mmps/net/repeated_pieces.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps::net {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::shared_ptr<std::byte[]> memory_of(std::size_t size, unsigned value) {
  auto made = std::make_shared<std::byte[]>(size);
  std::ranges::fill_n(made.get(), static_cast<std::ptrdiff_t>(size), static_cast<std::byte>(value));
  return made;
}

mentat_message piece_of(std::shared_ptr<std::byte[]> memory, std::size_t size) {
  mentat_message made(std::move(memory), size);
  made.header.flags = flag::repeated;
  protect_body(made);
  return made;
}

// Both ends of a link.
struct ends {
  sent_pieces sent;
  received_pieces received;
  std::size_t bytes = 0;  // that crossed it

  // What arrives.
  mentat_message pass(const mentat_message& piece) {
    std::optional<mentat_message> name = sent.named(piece);
    if (!name) sent.add(piece);
    const mentat_message& crosses = name ? *name : piece;
    mentat_message frame(crosses.header, crosses.body());  // a copy, as on a network
    bytes += frame.body().size();
    REQUIRE(received.take(frame));
    CHECK((frame.header.flags & (flag::repeated | flag::named)) == 0);
    return frame;
  }
};

bool are_equal(const mentat_message& a, const mentat_message& b) {
  return std::ranges::equal(a.body(), b.body());
}

}  // namespace

TEST_CASE("a piece crosses the link once") {
  ends link;
  const auto memory = memory_of(mebibyte, 3);
  for (int i = 0; i < 8; ++i) {
    const mentat_message piece = piece_of(memory, mebibyte);
    CHECK(are_equal(link.pass(piece), piece));
  }
  CHECK(link.bytes == mebibyte + 7 * 16);
}

TEST_CASE("memory that is used again is another piece") {
  ends link;
  std::vector<std::byte> place(mebibyte, std::byte{1});
  const auto there = [&] { return std::shared_ptr<std::byte[]>(place.data(), [](std::byte*) {}); };
  const mentat_message first = link.pass(piece_of(there(), mebibyte)).again();
  std::ranges::fill(place, std::byte{2});
  CHECK(link.pass(piece_of(there(), mebibyte)).body()[0] == std::byte{2});
  CHECK(link.bytes == 2 * mebibyte);
}

TEST_CASE("another part of the same memory is another piece") {
  ends link;
  const auto memory = memory_of(2 * mebibyte, 3);
  memory[mebibyte] = std::byte{9};
  const mentat_message whole = piece_of(memory, 2 * mebibyte);
  for (const std::size_t from : {std::size_t{0}, mebibyte, mebibyte / 2})
    for (const std::size_t size : {mebibyte, mebibyte / 2}) {
      mentat_message part = whole.part(from, size);
      protect_body(part);
      CHECK(are_equal(link.pass(part), part));
    }
  CHECK(link.bytes == 3 * mebibyte + 3 * mebibyte / 2);
}

TEST_CASE("both ends drop the oldest pieces alike") {
  constexpr std::size_t most = piece_window::max_bytes / mebibyte;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    INFO("seed ", seed);
    base::random chance(seed);
    ends link;
    std::vector<std::shared_ptr<std::byte[]>> memories;
    for (std::size_t i = 0; i < most + 40; ++i) memories.push_back(memory_of(mebibyte, 0));
    for (std::size_t i = 0; i < memories.size(); ++i)
      memories[i][0] = static_cast<std::byte>(i), memories[i][1] = static_cast<std::byte>(i >> 8);
    for (int i = 0; i < 700; ++i) {
      const std::size_t size = mebibyte >> chance.below(4);
      mentat_message piece = piece_of(memories[chance.below(memories.size())], mebibyte);
      piece = piece.part(0, size);
      protect_body(piece);
      const mentat_message came = link.pass(piece);
      REQUIRE(came.body().size() == size);
      REQUIRE(std::ranges::equal(came.body().first(2), piece.body().first(2)));
    }
  }
}

TEST_CASE("names of pieces that the receiver does not have are refused") {
  ends link;
  const mentat_message piece = piece_of(memory_of(mebibyte, 3), mebibyte);
  link.pass(piece);
  const mentat_message good = link.sent.named(piece).value();
  for (const std::size_t changed : {0, 7, 8, 11, 12, 15}) {
    mentat_message bad = good.again();
    bad.body()[changed] ^= std::byte{1};
    CHECK_FALSE(link.received.take(bad));
  }
  mentat_message brief(good.header, good.body().first(15));
  CHECK_FALSE(link.received.take(brief));
  mentat_message same = good.again();
  CHECK(link.received.take(same));
  mentat_message empty;
  empty.header.flags = flag::repeated;
  CHECK_FALSE(link.received.take(empty));
}

TEST_CASE("small pieces, and those that may change, are not kept") {
  mentat_message small = piece_of(memory_of(sent_pieces::least_bytes, 3), 100);
  CHECK_FALSE(sent_pieces::is_worth(small));
  mentat_message changes = piece_of(memory_of(mebibyte, 3), mebibyte);
  changes.header.flags = 0;
  CHECK_FALSE(sent_pieces::is_worth(changes));
  CHECK(sent_pieces::is_worth(piece_of(memory_of(mebibyte, 3), mebibyte)));
}

}  // namespace mentat::mmps::net
