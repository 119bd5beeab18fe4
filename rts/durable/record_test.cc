#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/durable/record.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::durable {
namespace {

using bytes = std::vector<std::byte>;

constexpr record_place place{42, 4096};

bytes sealed(const bytes& body, const record_header& header, record_place at) {
  bytes record(record_bytes(body.size()), std::byte{0xee});
  std::ranges::copy(body, record.begin() + record_header_bytes);
  seal_record(record, body.size(), header, at);
  return record;
}

bytes drawn(base::random& random, std::size_t size) {
  bytes made(size);
  for (std::byte& each : made) each = static_cast<std::byte>(random.next());
  return made;
}

record_header drawn_header(base::random& random) {
  record_header header;
  header.kind = static_cast<record_kind>(1 + random.below(last_record_kind));
  for (std::uint32_t& word : header.object.words) word = static_cast<std::uint32_t>(random.next());
  header.epoch = random.next();
  header.sequence = random.next();
  return header;
}

record_fault fault_of(std::span<const std::byte> record, record_place at) {
  const auto read = read_record(record, at);
  REQUIRE_FALSE(read);
  return read.error();
}

}  // namespace

TEST_CASE("a record has the bytes of docs/state_format.md") {
  const record_header header{record_kind::effect, {{1, 2, 3}}, 4, 5};
  const bytes record = sealed({std::byte{9}}, header, place);
  REQUIRE(record.size() == 48);
  const unsigned char expected[] = {41, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0,
                                    2,  0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
                                    5,  0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < record.size(); ++i)
    if (i < 4 || i >= 8) CHECK(std::to_integer<int>(record[i]) == expected[i]);
}

TEST_CASE("a record is read as it was sealed, with other bytes behind it") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed ", seed);
    base::random random(seed);
    const record_header header = drawn_header(random);
    const record_place at{random.next(), random.next() / record_alignment * record_alignment};
    const bytes body = drawn(random, random.below(300));
    bytes record = sealed(body, header, at);
    const std::size_t size = record.size();
    record.resize(size + random.below(100), std::byte{0x77});
    const auto read = read_record(record, at);
    REQUIRE(read);
    CHECK(read->header == header);
    CHECK(std::ranges::equal(read->body, body));
    CHECK(read->bytes == size);
  }
}

TEST_CASE("a record is none at another place") {
  const bytes record = sealed(bytes(100), {}, place);
  CHECK(fault_of(record, {place.segment, place.offset + 8}) == record_fault::bad_checksum);
  CHECK(fault_of(record, {place.segment + 1, place.offset}) == record_fault::bad_checksum);
}

TEST_CASE("a moved record is one at its new place alone") {
  base::random random(7);
  const record_header header = drawn_header(random);
  const bytes body = drawn(random, 77);
  const bytes record = sealed(body, header, place);
  bytes moved(record.size());
  const record_place there{43, 8};
  move_record(record, moved, there);
  CHECK(moved == sealed(body, header, there));
  move_record(moved, moved, place);
  CHECK(moved == record);
}

TEST_CASE("each flipped bit is found, also in the padding") {
  const bytes record = sealed(bytes(21, std::byte{0x5a}), {record_kind::made, {}, 1, 1}, place);
  for (std::size_t bit = 0; bit < 8 * record.size(); ++bit) {
    bytes flipped = record;
    flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    INFO("bit ", bit);
    CHECK_FALSE(read_record(flipped, place));
  }
}

TEST_CASE("a record that was cut anywhere is none") {
  const bytes record = sealed(bytes(21), {}, place);
  for (std::size_t size = 0; size < record.size(); ++size) {
    INFO("size ", size);
    const bytes cut(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(fault_of(cut, place) ==
          (size < record_header_bytes ? record_fault::too_short : record_fault::bad_length));
  }
}

TEST_CASE("zeros are no record") {
  CHECK(fault_of(bytes(4096), place) == record_fault::bad_length);
}

TEST_CASE("foreign versions, kinds and reserved bytes are told from damage") {
  const auto changed = [](std::size_t at, std::uint8_t value) {
    bytes record = sealed(bytes(3), {}, place);
    record[at] = std::byte{value};
    move_record(record, record, place);
    return fault_of(record, place);
  };
  CHECK(changed(8, 0) == record_fault::bad_kind);
  CHECK(changed(8, last_record_kind + 1) == record_fault::bad_kind);
  CHECK(changed(9, 2) == record_fault::newer_version);
  CHECK(changed(10, 1) == record_fault::bad_field);
  CHECK(changed(47, 1) == record_fault::bad_field);
}

TEST_CASE("a length above the limit is refused before anything is read") {
  bytes record(48);
  std::memset(record.data(), 0xff, 4);
  CHECK(fault_of(record, place) == record_fault::bad_length);
}

TEST_CASE("each kind and fault has a text") {
  for (std::uint8_t kind = 1; kind <= last_record_kind; ++kind)
    CHECK(name_of(static_cast<record_kind>(kind)) != "unknown");
  CHECK(name_of(static_cast<record_kind>(0)) == "unknown");
  CHECK(name_of(static_cast<record_kind>(200)) == "unknown");
  CHECK(text_of(record_fault::bad_field) != "unknown fault");
}

TEST_CASE("a record between processes has no checksum, and is whole") {
  const record_header header{record_kind::gone, {{1, 2, 3}}, 4, 5};
  bytes record = sealed(bytes(13, std::byte{9}), header, place);
  CHECK_FALSE(read_unsealed(record));
  put_header(record, 13, header);
  const auto read = read_unsealed(record);
  REQUIRE(read);
  CHECK(read->header == header);
  CHECK(read->body.size() == 13);
  CHECK_FALSE(read_record(record, place));
  move_record(record, record, place);
  CHECK(read_record(record, place).has_value());
  put_header(record, 13, header);
  record.resize(record.size() + record_alignment);
  CHECK_FALSE(read_unsealed(record));
  for (std::size_t size = 0; size < record.size() - record_alignment; ++size)
    CHECK_FALSE(read_unsealed(std::span(record).first(size)));
}

}  // namespace mentat::durable
