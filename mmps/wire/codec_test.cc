#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/codec.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/base/crc32c.h"
#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

using namespace mentat::mmps;

namespace {

using raw_header = std::array<std::byte, header_size>;

message_header some_header() {
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::token);
  header.flags = flag::error | flag::persistent;
  header.body_length = 300;
  header.future_length = 200;
  header.cluster = 0x01020304;
  header.interface_hash = 0xa1a2a3a4;
  header.source = {1, 2, 3, 4};
  header.destination = {5, 6, 7, 8};
  header.link_sequence = 0x1122334455667788;
  header.link_acknowledged = 0x99;
  header.tag = {0xaaaaaaaaaaaaaaaa, 0xbbbbbbbbbbbbbbbb};
  header.class_id = 0xdddd;
  header.function = 11;
  header.argument = 2;
  header.argument_count = 3;
  header.depth = 12;
  header.attempt = 1;
  header.hops = 3;
  header.credit = 17;
  return header;
}

raw_header encoded(const message_header& header) {
  raw_header raw;
  encode_header(header, raw);
  return raw;
}

// The same bytes with a right checksum, as a malicious peer would send them.
raw_header sealed(raw_header raw) {
  std::memset(raw.data() + 8, 0, 4);
  const std::uint32_t crc = mentat::base::crc32c(raw);
  for (std::size_t i = 0; i < 4; ++i) raw[8 + i] = static_cast<std::byte>(crc >> (8 * i));
  return raw;
}

decode_error error_of(const std::function<void(message_header&)>& spoil) {
  message_header header = some_header();
  spoil(header);
  return decode_header(encoded(header), 1000).error;
}

}  // namespace

TEST_CASE("a header is decoded unchanged, and its bytes are canonical") {
  const raw_header raw = encoded(some_header());
  const decode_result result = decode_header(raw);
  REQUIRE(result);
  CHECK(encoded(result.header) == raw);
  CHECK(result.header.tag == some_header().tag);
  CHECK(result.header.destination == some_header().destination);
  CHECK(result.header.credit == 17);
}

TEST_CASE("a header that stays on the host needs no checksum, but fields that make sense") {
  message_header header = some_header();
  CHECK(check_local_header(header) == decode_error::none);
  CHECK(check_local_header(header, header.body_length - 1) == decode_error::body_length);
  header.type = 0xff;
  CHECK(check_local_header(header) == decode_error::type);
}

TEST_CASE("on the wire every field is little-endian, at the protocol's offset") {
  const raw_header raw = encoded(some_header());
  const auto number = [&](std::size_t offset, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
      value = value << 8 | std::to_integer<std::uint64_t>(raw[offset + i]);
    return value;
  };
  CHECK(std::memcmp(raw.data(), "MNT1", 4) == 0);
  CHECK(number(4, 1) == 2);
  CHECK(number(5, 1) == 3);
  // Values in this machine's order are marked, if that is the other one.
  CHECK(number(6, 2) == (std::endian::native == std::endian::little ? 129 : 129 | flag::swapped));
  CHECK(number(12, 4) == 0);
  CHECK(number(16, 4) == 300);
  CHECK(number(20, 4) == 200);
  CHECK(number(24, 4) == 0x01020304);
  CHECK(number(28, 4) == 0xa1a2a3a4);
  for (std::size_t i = 0; i < 8; ++i) CHECK(number(32 + 4 * i, 4) == i + 1);
  CHECK(number(64, 8) == 0x1122334455667788);
  CHECK(number(72, 8) == 0x99);
  CHECK(number(80, 8) == 0xaaaaaaaaaaaaaaaa);
  CHECK(number(88, 8) == 0xbbbbbbbbbbbbbbbb);
  CHECK(number(96, 8) == 0);
  CHECK(number(104, 4) == 0xdddd);
  CHECK(number(108, 2) == 11);
  CHECK(number(110, 2) == 2);
  CHECK(number(112, 2) == 3);
  CHECK(number(114, 2) == 12);
  CHECK(number(116, 2) == 0x0301);
  CHECK(number(118, 2) == 0);
  CHECK(number(120, 4) == 0);
  CHECK(number(124, 4) == 17);
}

TEST_CASE("a big-endian machine reverses each field, and nothing else") {
  raw_header raw;
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = static_cast<std::byte>(i);
  const raw_header reversed = with_fields_reversed(raw);
  CHECK(with_fields_reversed(reversed) == raw);
  const auto field = [&](std::size_t offset, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      CHECK(std::to_integer<std::size_t>(reversed[offset + i]) == offset + size - 1 - i);
  };
  for (const std::size_t offset : {0, 1, 2, 3, 4, 5}) field(offset, 1);
  for (std::size_t offset = 116; offset < 124; ++offset) field(offset, 1);
  for (const std::size_t offset : {6, 108, 110, 112, 114}) field(offset, 2);
  for (const std::size_t offset : {8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 104, 124})
    field(offset, 4);
  for (const std::size_t offset : {64, 72, 80, 88, 96}) field(offset, 8);
}

TEST_CASE("every change of one byte is seen") {
  const raw_header raw = encoded(some_header());
  for (std::size_t at = 0; at < raw.size(); ++at)
    for (unsigned change = 1; change < 256; ++change) {
      raw_header wrong = raw;
      wrong[at] ^= static_cast<std::byte>(change);
      REQUIRE(decode_header(wrong).error == decode_error::header_crc);
    }
}

TEST_CASE("the checksum is looked at before anything else") {
  raw_header garbage;
  garbage.fill(std::byte{'G'});
  CHECK(decode_header(garbage).error == decode_error::header_crc);
  CHECK(decode_header(sealed(garbage)).error == decode_error::magic);
}

TEST_CASE("each field that has wrong values is refused by its name, with a right checksum") {
  using header = message_header;
  CHECK(error_of([](header&) {}) == decode_error::none);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(error_of([i](header& h) { h.magic[i] = 'x'; }) == decode_error::magic);
  for (const std::uint8_t version : {0, 1, 3, 255})
    CHECK(error_of([&](header& h) { h.version = version; }) == decode_error::version);
  for (std::size_t byte = 0; byte < header().reserved.size(); ++byte)
    CHECK(error_of([byte](header& h) { h.reserved[byte] = 1; }) == decode_error::reserved);
  CHECK(error_of([](header& h) { h.reserved_word = 1; }) == decode_error::reserved);
  for (unsigned type = 0; type < 256; ++type) {
    const auto expected =
        type >= 1 && type <= last_message_type ? decode_error::none : decode_error::type;
    CHECK(error_of([&](header& h) { h.type = static_cast<std::uint8_t>(type); }) == expected);
  }
  for (unsigned bit = 0; bit < 16; ++bit) {
    const auto flags = static_cast<std::uint16_t>(1u << bit);
    const auto expected = (flags & flag::all) != 0 ? decode_error::none : decode_error::flags;
    CHECK(error_of([&](header& h) { h.flags = flags; }) == expected);
  }
  for (const std::uint32_t length : {1001u, 0x40000001u, 0x80000000u, 0xffffffffu})
    CHECK(error_of([&](header& h) { h.body_length = length; }) == decode_error::body_length);
  CHECK(error_of([](header& h) { h.body_length = 1000; }) == decode_error::none);
  CHECK(error_of([](header& h) { h.body_length = h.future_length = 0; }) == decode_error::none);
  for (const std::uint32_t length : {301u, 0xffffffffu})
    CHECK(error_of([&](header& h) { h.future_length = length; }) == decode_error::future_length);
  for (const std::uint16_t count : {65, 0x8000, 0xffff})
    CHECK(error_of([&](header& h) { h.argument_count = count; }) == decode_error::argument_count);
  CHECK(error_of([](header& h) { h.argument_count = 64; }) == decode_error::none);
  for (const std::uint16_t argument : {3, 64, 0xfffe})
    CHECK(error_of([&](header& h) { h.argument = argument; }) == decode_error::argument);
  CHECK(error_of([](header& h) { h.argument = to_waiting_caller; }) == decode_error::none);
  CHECK(error_of([](header& h) { h.argument_count = h.argument = 0; }) == decode_error::none);
  CHECK(error_of([](header& h) { h.argument_count = 0, h.argument = 1; }) ==
        decode_error::argument);
}

TEST_CASE("a future above 1 MiB is refused, however long the body") {
  message_header header = some_header();
  header.body_length = 4 * max_future_bytes;
  header.future_length = max_future_bytes;
  CHECK(decode_header(encoded(header)));
  header.future_length += 1;
  CHECK(decode_header(encoded(header)).error == decode_error::future_length);
}

TEST_CASE("a body's checksum without its flag is refused, and never written") {
  message_header header = some_header();
  header.body_crc = 5;
  CHECK(decode_header(encoded(header)));
  raw_header raw = encoded(header);
  raw[12] = std::byte{5};
  CHECK(decode_header(sealed(raw)).error == decode_error::reserved);
}

TEST_CASE(
    "a body belongs to its header if it is as long, and its checksum, if there is one, is right") {
  const std::vector<std::byte> bytes(100, std::byte{7});
  mentat_message message{std::span<const std::byte>(bytes)};
  message.header.type = static_cast<std::uint8_t>(message_type::exec);
  CHECK(check_body(message.header, bytes) == decode_error::none);
  CHECK(check_body(message.header, std::span(bytes).first(99)) == decode_error::body_size);
  CHECK(check_body(message.header, {}) == decode_error::body_size);
  message.body()[50] = std::byte{8};
  CHECK(check_body(message.header, message.body()) == decode_error::none);

  protect_body(message);
  const decode_result arrived = decode_header(encoded(message.header));
  REQUIRE(arrived);
  CHECK(check_body(arrived.header, message.body()) == decode_error::none);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    message.body()[at] ^= std::byte{64};
    CHECK(check_body(arrived.header, message.body()) == decode_error::body_crc);
    message.body()[at] ^= std::byte{64};
  }
}

TEST_CASE("bytes with a right checksum either are refused or come back the same") {
  constexpr std::uint64_t seed = 20242;
  MESSAGE("seed ", seed);
  mentat::base::random chance(seed);
  const raw_header good = encoded(some_header());
  int accepted = 0;
  for (int round = 0; round < 200'000; ++round) {
    raw_header raw = good;
    for (std::uint64_t changes = chance.below(4); changes-- > 0;)
      raw[chance.below(raw.size())] = static_cast<std::byte>(chance.next());
    raw = sealed(raw);
    const decode_result result = decode_header(raw, 1 << 20);
    if (!result) continue;
    ++accepted;
    REQUIRE(encoded(result.header) == raw);
    REQUIRE(result.header.future_length <= result.header.body_length);
    REQUIRE(result.header.body_length <= 1 << 20);
  }
  CHECK(accepted > 10'000);
}

TEST_CASE("each error has a text of its own") {
  std::set<std::string_view> texts;
  for (std::size_t i = 0; i < decode_error_count; ++i)
    texts.insert(text_of(static_cast<decode_error>(i)));
  CHECK(texts.size() == decode_error_count);
  CHECK(texts.count("unknown error") == 0);
  CHECK(text_of(static_cast<decode_error>(decode_error_count)) == "unknown error");
}
