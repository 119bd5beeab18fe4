#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "mmps/base/random.h"
#include "rts/durable/effect.h"
#include "rts/durable/image.h"
#include "rts/durable/origin_table.h"

namespace mentat::durable {
namespace {

constexpr mmps::mmps_name object{0xFFFFFFFE, 7, 1, 1};

bytes some(std::size_t size) { return bytes(size, std::byte{'x'}); }

effect example() {
  effect one;
  one.object = object;
  one.epoch = 3;
  one.sequence = 2;
  one.origin = 11;
  one.settled = 4;
  one.answers = {{5, {}, {false, some(2)}}, {6, {9, 8}, {true, some(3)}}};
  one.cells = {{0, some(4)}, {2, some(0)}};
  return one;
}

std::span<const std::byte> bytes_in(const base::byte_buffer& of) { return {of.data(), of.size()}; }

}  // namespace

TEST_CASE("an effect is read as it was written, and no part of it is") {
  base::byte_buffer written;
  encode(example(), written);
  const auto read = decode_effect(bytes_in(written));
  REQUIRE(read);
  CHECK(*read == example());
  for (std::size_t size = 0; size < written.size(); ++size)
    CHECK_FALSE(decode_effect(bytes_in(written).first(size)));
}

TEST_CASE("damaged records are refused or read, and take no more memory than their bytes") {
  base::random chance(1);
  base::byte_buffer written;
  encode(example(), written);
  for (int i = 0; i < 20'000; ++i) {
    base::byte_buffer damaged;
    damaged.append(bytes_in(written));
    for (std::uint64_t n = 1 + chance.below(4); n > 0; --n)
      damaged.data()[chance.below(damaged.size())] = static_cast<std::byte>(chance.below(256));
    static_cast<void>(decode_effect(bytes_in(damaged)));
    static_cast<void>(image::decode(1, bytes_in(damaged).subspan(record_header_bytes)));
  }
}

TEST_CASE("an image takes each effect once, in order") {
  image kept;
  kept.about = {7, 8, durability::disk, 2, "account", "alice"};
  kept.sequence = image::first;
  kept.cells.resize(3);
  CHECK(kept.apply(example()));
  CHECK_FALSE(kept.apply(example()));
  CHECK(kept.cells[0] == some(4));
  CHECK(kept.bytes_of_cells() == 4);
  effect strange = example();
  strange.sequence = 3;
  strange.cells = {{3, {}}};
  CHECK_FALSE(kept.apply(strange));
  strange.sequence = 4;
  strange.cells.clear();
  CHECK_FALSE(kept.apply(strange));

  base::byte_buffer written;
  kept.encode(written);
  const auto read = image::decode(kept.sequence, bytes_in(written));
  REQUIRE(read);
  CHECK(read->sequence == 2);
  CHECK(read->about == kept.about);
  CHECK(read->cells == kept.cells);
  CHECK(read->calls.last(11) == 6);
  REQUIRE(read->calls.find(11, 6));
  CHECK(*read->calls.find(11, 6) == answer{true, some(3)});
  CHECK(read->calls.find(repetition{9, 8}) != nullptr);
  for (std::size_t size = 0; size < written.size(); ++size)
    CHECK_FALSE(image::decode(2, bytes_in(written).first(size)));
}

TEST_CASE("a record that ends its object is one of its own kind") {
  effect last = example();
  last.ends = true;
  base::byte_buffer written;
  encode(last, written);
  CHECK(view_record(bytes_in(written)).header.kind == record_kind::gone);
  CHECK(decode_effect(bytes_in(written)) == last);
}

TEST_CASE("a name of an object or a class has at most 255 bytes") {
  image kept;
  kept.about.name = std::string(object_description::longest_name, 'x');
  for (const bool fits : {true, false}) {
    base::byte_buffer written;
    kept.encode(written);
    CHECK(image::decode(1, bytes_in(written)).has_value() == fits);
    kept.about.name += 'x';
  }
}

TEST_CASE("a table of calls is read only as it is written: in order, each once") {
  origin_table calls;
  effect one = example();
  calls.apply(one);
  ++one.origin;
  calls.apply(one);
  base::byte_buffer written;
  byte_sink into(written);
  calls.encode(into);
  byte_cursor good(bytes_in(written));
  CHECK(origin_table::decode(good).has_value());
  const std::size_t second = (written.size() - 4 - 28) / 2 + 2;  // about where the other one begins
  bool is_refused = false;
  for (std::size_t at = second - 8; at < second + 8; ++at) {
    base::byte_buffer swapped;
    swapped.append(bytes_in(written));
    if (mmps::get_little_endian<std::uint64_t>(swapped.data() + at) != one.origin) continue;
    mmps::put_little_endian(swapped.data() + at, std::uint64_t{11});
    byte_cursor from(bytes_in(swapped));
    is_refused = !origin_table::decode(from);
  }
  CHECK(is_refused);
}

TEST_CASE("answers are kept until they are settled, and nothing of an origin that has ended") {
  origin_table calls;
  calls.apply(example());
  CHECK(calls.kept() == 2);
  CHECK(calls.last(11) == 6);
  calls.settle(11, 5);
  CHECK(calls.find(11, 5) == nullptr);
  CHECK(calls.find(11, 6) != nullptr);
  calls.forget(11);
  CHECK(calls.last(11) == 0);
  CHECK(calls.find(repetition{9, 8}) != nullptr);
}

}  // namespace mentat::durable
