#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/mentat_message.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

using mentat::mmps::mentat_message;
using mentat::mmps::message_header;
using mentat::mmps::mmps_name;

namespace {

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 37 + 11);
  return bytes;
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

TEST_CASE("a message under a given header has the length of its own body") {
  message_header header;
  header.body_length = 1000;
  header.depth = 7;
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, std::size_t{100}}) {
    const auto bytes = some_bytes(size);
    mentat_message made(header, bytes);
    CHECK(made.header.depth == 7);
    CHECK(same(made.body(), bytes));
    header.depth = 8;
    made.set_header(header);
    CHECK(made.header.depth == 8);
    CHECK(same(made.body(), bytes));
    header.depth = 7;
  }
}

TEST_CASE("both halves of a class are one number") {
  message_header header;
  header.set_class_hash(0x0123'4567'89ab'cdef);
  CHECK(header.class_id == 0x89ab'cdef);
  CHECK(header.interface_hash == 0x0123'4567);
  CHECK(header.class_hash() == 0x0123'4567'89ab'cdef);
}

TEST_CASE("the header has the same layout in memory as on the wire") {
  CHECK(sizeof(message_header) == 128);
  CHECK(offsetof(message_header, magic) == 0);
  CHECK(offsetof(message_header, version) == 4);
  CHECK(offsetof(message_header, type) == 5);
  CHECK(offsetof(message_header, flags) == 6);
  CHECK(offsetof(message_header, header_crc) == 8);
  CHECK(offsetof(message_header, body_crc) == 12);
  CHECK(offsetof(message_header, body_length) == 16);
  CHECK(offsetof(message_header, future_length) == 20);
  CHECK(offsetof(message_header, cluster) == 24);
  CHECK(offsetof(message_header, interface_hash) == 28);
  CHECK(offsetof(message_header, source) == 32);
  CHECK(offsetof(message_header, destination) == 48);
  CHECK(offsetof(message_header, link_sequence) == 64);
  CHECK(offsetof(message_header, link_acknowledged) == 72);
  CHECK(offsetof(message_header, tag) == 80);
  CHECK(offsetof(message_header, reserved_word) == 96);
  CHECK(offsetof(message_header, class_id) == 104);
  CHECK(offsetof(message_header, function) == 108);
  CHECK(offsetof(message_header, argument) == 110);
  CHECK(offsetof(message_header, argument_count) == 112);
  CHECK(offsetof(message_header, depth) == 114);
  CHECK(offsetof(message_header, attempt) == 116);
  CHECK(offsetof(message_header, hops) == 117);
  CHECK(offsetof(message_header, reserved) == 118);
  CHECK(offsetof(message_header, credit) == 124);
}

TEST_CASE("a new message has no body, a type, and no receiver") {
  const mentat_message message;
  CHECK(message.body().empty());
  CHECK(std::equal(message.header.magic.begin(), message.header.magic.end(), "MNT1"));
  CHECK(message.header.version == 2);
  CHECK(message.header.body_length == 0);
  CHECK_FALSE(message.header.source.bound());
  CHECK_FALSE(message.header.destination.bound());
}

TEST_CASE("a message has a copy of its body, small or large") {
  for (std::size_t size :
       {std::size_t{0}, std::size_t{1}, mentat_message::inline_body - 1,
        mentat_message::inline_body, mentat_message::inline_body + 1, std::size_t{100'000}}) {
    CAPTURE(size);
    const std::vector<std::byte> original = some_bytes(size);
    std::vector<std::byte> given = original;
    mentat_message message{std::span<const std::byte>(given)};
    std::fill(given.begin(), given.end(), std::byte{0});
    CHECK(message.header.body_length == size);
    CHECK(same(message.body(), original));
    if (size != 0) {
      message.body()[size - 1] = std::byte{200};
      CHECK(std::as_const(message).body()[size - 1] == std::byte{200});
    }
  }
}

TEST_CASE("a message moves with its body, and the old one has none") {
  for (std::size_t size : {mentat_message::inline_body / 2, mentat_message::inline_body * 20}) {
    CAPTURE(size);
    const std::vector<std::byte> original = some_bytes(size);
    mentat_message first{std::span<const std::byte>(original)};
    first.header.function = 7;

    mentat_message second(std::move(first));
    CHECK(second.header.function == 7);
    CHECK(same(second.body(), original));
    CHECK(first.body().empty());

    mentat_message third{std::span<const std::byte>(some_bytes(1000))};
    third = std::move(second);
    CHECK(same(third.body(), original));
    CHECK(second.body().empty());
  }
}

TEST_CASE("a body above the limit is refused before a byte is read or allocated") {
  std::byte one{};
  // The span claims a false length: reading it would crash.
  const std::span<const std::byte> endless(&one, mentat_message::max_body + 1);
  CHECK_THROWS_AS(mentat_message{endless}, std::length_error);
}

TEST_CASE("the same message once more shares a large body, which lives as long as either") {
  for (std::size_t size : {mentat_message::inline_body, mentat_message::inline_body + 1}) {
    CAPTURE(size);
    const std::vector<std::byte> original = some_bytes(size);
    mentat_message first{std::span<const std::byte>(original)};
    first.header.function = 7;
    mentat_message second = first.again();
    CHECK(second.header.function == 7);
    CHECK((std::as_const(second).body().data() == std::as_const(first).body().data()) ==
          (size > mentat_message::inline_body));
    first = mentat_message{};
    CHECK(same(second.body(), original));
  }
}

TEST_CASE("a body in lent storage is not copied, and the lender is told when it is free") {
  std::vector<std::byte> lent = some_bytes(500);
  bool free = false;
  {
    mentat_message message(
        std::shared_ptr<std::byte[]>(lent.data(), [&free](std::byte*) { free = true; }), 400);
    CHECK(message.body().data() == lent.data());
    CHECK(message.body().size() == 400);
    mentat_message moved = std::move(message);
    CHECK_FALSE(free);
  }
  CHECK(free);
}

TEST_CASE("values apart from the body go with the message and its parts, and into one body") {
  const std::vector<std::byte> first = some_bytes(3), second = some_bytes(5);
  const auto block_of = [](const std::vector<std::byte>& from, std::size_t at) {
    std::shared_ptr<std::byte[]> made(new std::byte[from.size()]);
    std::copy(from.begin(), from.end(), made.get());
    return mentat::base::block_apart{at, std::move(made), from.size()};
  };
  for (const std::size_t size : {std::size_t{10}, 2 * mentat_message::inline_body}) {
    const std::vector<std::byte> body = some_bytes(size);
    mentat_message message{std::span<const std::byte>(body)};
    message.header.function = 7;
    CHECK_FALSE(message.has_apart());
    CHECK(message.whole_length() == size);
    message.set_apart({block_of(first, 4), block_of(second, size)});
    CHECK(message.body().size() == size);
    CHECK(message.whole_length() == size + 8);

    std::vector<std::byte> expected = body;
    expected.insert(expected.end(), second.begin(), second.end());
    expected.insert(expected.begin() + 4, first.begin(), first.end());
    for (const mentat_message& same_one : {message.again(), message.part(0, size)}) {
      REQUIRE(same_one.apart().size() == 2);
      CHECK(same_one.apart()[0].bytes == message.apart()[0].bytes);
      CHECK(same(same_one.in_one().body(), expected));
    }
    const mentat_message end = message.part(5, size - 5);
    REQUIRE(end.apart().size() == 1);
    CHECK(end.apart()[0].at == size - 5);
    const mentat_message whole = message.in_one();
    CHECK(whole.header.function == 7);
    CHECK(whole.header.body_length == size + 8);
    CHECK_FALSE(whole.has_apart());
    const mentat_message moved = std::move(message);
    CHECK(moved.has_apart());
    CHECK_FALSE(message.has_apart());
  }
}

TEST_CASE("messages on the heap come from the pool and go back to it") {
  for (int round = 0; round < 1000; ++round) {
    auto message = std::make_unique<mentat_message>(std::span<const std::byte>(some_bytes(60)));
    CHECK(message->body().size() == 60);
  }
}

TEST_CASE("a name without a generation is unbound, and names compare by all their parts") {
  CHECK_FALSE(mmps_name{}.bound());
  CHECK_FALSE(mmps_name{1, 2, 3, 0}.bound());
  CHECK(mmps_name{0, 0, 0, 1}.bound());
  const mmps_name name{1, 2, 3, 4};
  CHECK(name == mmps_name{1, 2, 3, 4});
  CHECK(name != mmps_name{9, 2, 3, 4});
  CHECK(name != mmps_name{1, 9, 3, 4});
  CHECK(name != mmps_name{1, 2, 9, 4});
  CHECK(name != mmps_name{1, 2, 3, 9});
}
