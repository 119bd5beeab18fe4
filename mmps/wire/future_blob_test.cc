#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/future_blob.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

namespace mentat::mmps {
namespace {

using byte_vector = std::vector<std::byte>;

byte_vector copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

future_arc to_unit(std::uint64_t tag, std::uint16_t argument = 0, std::uint16_t count = 1) {
  future_arc arc;
  arc.tag = {tag, ~tag};
  arc.class_hash = 0x1234567890abcdef;
  arc.function = 3;
  arc.argument = argument;
  arc.argument_count = count;
  arc.depth = 7;
  return arc;
}

future_arc to_caller(std::uint64_t tag) {
  future_arc arc;
  arc.destination = mmps_name::of_process(1, 2, 3, 4);
  arc.tag = {tag, 0};
  arc.argument = to_waiting_caller;
  return arc;
}

byte_vector nested(std::size_t levels) {
  future_writer writer;
  for (std::size_t level = 0; level < levels; ++level) writer.open(to_unit(level));
  for (std::size_t level = 0; level < levels; ++level) writer.close();
  return copy_of(writer.bytes());
}

bool same(const future_arc& a, const future_arc& b) {
  return a.destination == b.destination && a.tag == b.tag && a.class_hash == b.class_hash &&
         a.function == b.function && a.argument == b.argument &&
         a.argument_count == b.argument_count && a.depth == b.depth &&
         std::ranges::equal(a.future, b.future);
}

// Any future of at most `depth` levels.
void write_any(base::random& chance, future_writer& writer, std::size_t depth) {
  for (std::uint64_t arcs = chance.below(4); arcs > 0; --arcs) {
    if (depth == 0 || chance.below(3) == 0) {
      writer.add(to_caller(chance.next()));
      continue;
    }
    future_arc arc = to_unit(chance.next(), static_cast<std::uint16_t>(chance.below(5)), 5);
    if (chance.below(3) == 0) arc.destination = {1, 1, 77, 1};
    writer.open(arc);
    write_any(chance, writer, depth - 1);
    writer.close();
  }
}

byte_vector written_again(std::span<const std::byte> bytes) {
  future_writer writer;
  future_reader reader(bytes);
  for (future_arc arc; reader.next(arc);) {
    const byte_vector inner = written_again(arc.future);
    arc.future = inner;
    writer.add(arc);
  }
  return copy_of(writer.bytes());
}

}  // namespace

TEST_CASE("a future of no arcs is no bytes, and its reader finds none") {
  const future_writer writer;
  CHECK(writer.bytes().empty());
  CHECK(check_future({}).fault == future_fault::none);
  CHECK(check_future({}).arcs == 0);
  future_arc arc;
  CHECK_FALSE(future_reader({}).next(arc));
}

TEST_CASE("the layout of an arc is the one that the header states") {
  future_writer writer;
  future_arc arc = to_unit(0x0807060504030201, 2, 5);
  arc.destination = {0x11111111, 0x22222222, 0x33333333, 0x44444444};
  writer.add(arc);
  const auto bytes = writer.bytes();
  REQUIRE(bytes.size() == future_arc_size);
  const auto at = [&bytes](std::size_t index) { return std::to_integer<int>(bytes[index]); };
  CHECK(at(0) == 0x11);
  CHECK(at(15) == 0x44);
  CHECK(at(16) == 1);
  CHECK(at(23) == 8);
  CHECK(at(32) == 0xef);
  CHECK(at(40) == 3);
  CHECK(at(42) == 2);
  CHECK(at(44) == 5);
  CHECK(at(46) == 7);
  CHECK(at(48) == 0);
}

TEST_CASE("arcs come back in order, with the futures of their consumers") {
  future_writer writer;
  const future_arc first = to_unit(1), inner = to_unit(2, 1, 2), caller = to_caller(3);
  writer.open(first);
  writer.add(inner);
  writer.add(caller);
  writer.close();
  writer.add(caller);
  const byte_vector bytes = copy_of(writer.bytes());
  const future_check check = check_future(bytes);
  CHECK(check.fault == future_fault::none);
  CHECK(check.arcs == 4);
  CHECK(check.nesting == 2);

  future_reader reader(bytes);
  future_arc arc;
  REQUIRE(reader.next(arc));
  CHECK(arc.tag == first.tag);
  future_reader inside(arc.future);
  REQUIRE(inside.next(arc));
  CHECK(same(arc, inner));
  REQUIRE(inside.next(arc));
  CHECK(same(arc, caller));
  CHECK_FALSE(inside.next(arc));
  REQUIRE(reader.next(arc));
  CHECK(same(arc, caller));
  CHECK_FALSE(reader.next(arc));
  CHECK(reader.fault() == future_fault::none);
}

TEST_CASE("any future, read and written again, is the same bytes") {
  const std::uint64_t seed = 20260;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  for (int round = 0; round < 2000; ++round) {
    future_writer writer;
    write_any(chance, writer, 5);
    const byte_vector bytes = copy_of(writer.bytes());
    REQUIRE(check_future(bytes).fault == future_fault::none);
    REQUIRE(written_again(bytes) == bytes);
  }
}

TEST_CASE("a future that is cut anywhere but between arcs is refused") {
  future_writer writer;
  writer.open(to_unit(1));
  writer.add(to_caller(2));
  writer.close();
  writer.add(to_caller(3));
  const byte_vector bytes = copy_of(writer.bytes());
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    CAPTURE(length);
    const bool between = length == 2 * future_arc_size;
    CHECK((check_future(std::span(bytes).first(length)).fault == future_fault::none) == between);
  }
}

TEST_CASE("a nested future that is longer than what is left is refused") {
  byte_vector bytes = nested(2);
  bytes.resize(bytes.size() + 4 * future_arc_size);  // the bytes behind are ignored
  for (std::size_t length = future_arc_size; length < 2 * future_arc_size; ++length) {
    CAPTURE(length);
    CHECK(check_future(std::span(bytes).first(length)).fault == future_fault::truncated);
  }
  CHECK(check_future(std::span(bytes).first(2 * future_arc_size)).fault == future_fault::none);
}

TEST_CASE(
    "the arc to a caller says how many of its messages it includes, and whether it has abandoned "
    "the value") {
  byte_vector bytes(future_arc_size);
  write_arc(to_caller(7), std::span(bytes).first<future_arc_size>());
  const auto caller = arc_to_caller(to_caller(7).destination, to_caller(7).tag);
  byte_vector same(future_arc_size);
  write_arc(caller, std::span(same).first<future_arc_size>());
  CHECK(bytes == same);
  note_arcs_of_caller(bytes, 300, true);
  REQUIRE(check_future(bytes).fault == future_fault::none);
  future_reader reader(bytes);
  future_arc read;
  REQUIRE(reader.next(read));
  CHECK(read.arcs_number() == 300);
  CHECK(read.abandons_value());
  note_arcs_of_caller(bytes, 0, false);
  CHECK(bytes == same);
}

TEST_CASE("an arc to the token-matching unit of a process, with the future of its consumer") {
  byte_vector consumers(future_arc_size);
  write_arc(to_caller(7), consumers);
  future_arc arc = to_unit(1);
  arc.destination = mmps_name::of_process(1, 2, 3, 4);
  arc.future = consumers;
  byte_vector bytes(2 * future_arc_size);
  write_arc(arc, bytes);
  CHECK(check_future(bytes).arcs == 2);
  REQUIRE(check_future(bytes).fault == future_fault::none);
  future_reader reader(bytes);
  future_arc read;
  REQUIRE(reader.next(read));
  CHECK(read.destination == arc.destination);
  CHECK(std::ranges::equal(read.future, consumers));
}

TEST_CASE("arcs that go nowhere are refused by writer and reader") {
  std::vector<future_arc> bad;
  bad.push_back(to_unit(1, 1, 1));   // argument not below the count
  bad.push_back(to_unit(1, 0, 65));  // too many arguments
  bad.push_back(to_unit(1));         // unbound, but not zero
  bad.back().destination.host = 1;
  bad.push_back(to_caller(1));  // a caller that is not a process
  bad.back().destination = {1, 2, 3, 4};
  bad.push_back(to_caller(1));  // a caller with a class
  bad.back().class_hash = 1;
  bad.push_back(to_caller(1));  // a caller with a function
  bad.back().function = 2;
  const byte_vector inner = nested(1);
  bad.push_back(to_caller(1));  // a caller whose result has successors
  bad.back().future = inner;
  for (std::size_t i = 0; i < bad.size(); ++i) {
    CAPTURE(i);
    future_writer writer;
    writer.add(bad[i]);
    CHECK(writer.fault() == future_fault::bad_arc);
  }
  // The same in bytes: corrupts every field of a sound arc in place.
  future_writer writer;
  writer.add(to_caller(1));
  const byte_vector sound = copy_of(writer.bytes());
  for (const std::size_t offset : {32u, 40u, 44u}) {
    CAPTURE(offset);
    byte_vector bytes = sound;
    bytes[offset] = std::byte{2};
    CHECK(check_future(bytes).fault == future_fault::bad_arc);
  }
  future_writer open;
  open.open(to_caller(1));
  open.add(to_caller(2));
  open.close();
  CHECK(open.fault() == future_fault::bad_arc);
}

TEST_CASE(
    "the limits of a future: arcs, nesting, length; one more is refused by writer and reader") {
  future_writer writer;
  for (std::size_t i = 0; i < max_future_arcs; ++i) writer.add(to_caller(i));
  byte_vector bytes = copy_of(writer.bytes());
  CHECK(check_future(bytes).fault == future_fault::none);
  CHECK(check_future(bytes).arcs == max_future_arcs);
  const byte_vector one = nested(1);
  bytes.insert(bytes.end(), one.begin(), one.end());
  CHECK(check_future(bytes).fault == future_fault::too_many);
  writer.add(to_caller(0));
  CHECK(writer.fault() == future_fault::too_many);

  const byte_vector deepest = nested(max_future_nesting);
  CHECK(check_future(deepest).fault == future_fault::none);
  CHECK(check_future(deepest).nesting == max_future_nesting);
  future_writer deeper;
  future_arc around = to_unit(9);
  around.future = deepest;
  deeper.add(around);
  CHECK(deeper.fault() == future_fault::too_deep);
  byte_vector by_hand = nested(1);
  by_hand[48] = static_cast<std::byte>(deepest.size() & 255);
  by_hand[49] = static_cast<std::byte>(deepest.size() >> 8);
  by_hand.insert(by_hand.end(), deepest.begin(), deepest.end());
  CHECK(check_future(by_hand).fault == future_fault::too_deep);

  const byte_vector long_one(max_future_bytes + 1);
  CHECK(check_future(long_one).fault == future_fault::too_long);
}

TEST_CASE("bytes that were changed anywhere are read or refused, never read outside") {
  const std::uint64_t seed = 7;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  for (int round = 0; round < 20000; ++round) {
    future_writer writer;
    write_any(chance, writer, 3);
    byte_vector bytes = copy_of(writer.bytes());
    if (bytes.empty()) continue;
    for (std::uint64_t changes = 1 + chance.below(4); changes > 0; --changes)
      bytes[chance.below(bytes.size())] = static_cast<std::byte>(chance.next());
    bytes.resize(chance.below(bytes.size() + 1));
    bytes.shrink_to_fit();  // so that AddressSanitizer sees a read behind it
    if (check_future(bytes).fault == future_fault::none) REQUIRE(written_again(bytes) == bytes);
  }
}

}  // namespace mentat::mmps
