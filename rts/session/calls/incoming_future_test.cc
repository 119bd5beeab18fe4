// The future of a call that came from outside, in its compact form and in full.
#include "rts/session/calls/incoming_future.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {
namespace {

using mmps::mmps_name;

const mmps_name caller = mmps_name::of_process(7, 1, 3, 1);
const mmps_name object{7, 1, (4u << mmps_name::object_bits) + 5,
                       (1u << mmps_name::object_bits) + 9};

incoming_future future_of(const mmps_name& destination, const std::vector<std::byte>& bytes,
                          const mmps_name& source = caller) {
  mmps::message_header header;
  header.source = source;
  header.destination = destination;
  header.future_length = static_cast<std::uint32_t>(bytes.size());
  return incoming_future(received_call(header, bytes));
}

std::vector<std::byte> compact(std::uint64_t number) {
  std::vector<std::byte> bytes(mmps::compact_future_size);
  mmps::put_little_endian(bytes.data(), number);
  return bytes;
}

std::vector<std::byte> in_full(const mmps_name& to, const mmps::tag& tag) {
  std::vector<std::byte> bytes(mmps::future_arc_size);
  mmps::write_arc(mmps::arc_to_caller(to, tag), bytes);
  return bytes;
}

TEST_CASE("a call with a compact header has the mark of its sender") {
  const std::vector<std::byte> bytes = compact(5);
  const auto header = mmps::shm::compact_header::of(
      mmps::shm::compact_header::parts{.type = mmps::message_type::exec,
                                       .future_length = mmps::compact_future_size,
                                       .destination = object});
  const received_call call(caller, mark_of_host(caller), object, header, bytes);
  CHECK(call.mark == mark_of(caller));
  CHECK(incoming_future(call).waiting() == mmps::tag{5, mark_of(caller)});
}

TEST_CASE("a compact future is the arc to the process that sent the call") {
  incoming_future future = future_of(object, compact(0x100000002u));
  REQUIRE(future.sound());
  CHECK(future.is_only_for_caller());
  CHECK(future.caller() == caller);
  const mmps::tag tag{0x100000002u, mark_of(caller)};
  CHECK(future.waiting() == tag);
  CHECK(std::ranges::equal(future.bytes(), in_full(caller, tag)));
  CHECK(future.is_only_for_caller());  // reading its bytes changes nothing
}

TEST_CASE("a unit has a compact future only if its caller has sent it") {
  const mmps_name here = mmps_name::of_process(7, 1, 4, 1);
  CHECK(future_of(here, compact(1)).sound());
  CHECK_FALSE(future_of(here, compact(1), token_matching_unit_of(here)).sound());
}

TEST_CASE("one arc in full to a caller is kept in the compact form") {
  const mmps_name other = mmps_name::of_process(8, 1, 2, 1);
  const mmps::tag tag{3, 4};
  incoming_future future = future_of(object, in_full(other, tag));
  REQUIRE(future.sound());
  CHECK(future.is_only_for_caller());
  CHECK(future.caller() == other);
  CHECK(std::ranges::equal(future.bytes(), in_full(other, tag)));
}

TEST_CASE("the caller's note in its arc stays there") {
  std::vector<std::byte> noted = in_full(caller, {3, 4});
  mmps::note_arcs_of_caller(noted, 2, true);
  incoming_future future = future_of(object, noted);
  REQUIRE(future.sound());
  CHECK_FALSE(future.is_only_for_caller());
  CHECK(std::ranges::equal(future.bytes(), noted));
}

TEST_CASE("arcs that come later follow the caller's, which says how many messages they were") {
  incoming_future future = future_of(object, compact(6));
  const auto more = in_full(mmps_name::of_process(9, 1, 1, 1), {1, 2});
  future.add(more, 1, false);
  CHECK_FALSE(future.is_only_for_caller());
  std::vector<std::byte> expected = in_full(caller, {6, mark_of(caller)});
  mmps::note_arcs_of_caller(expected, 1, false);
  expected.insert(expected.end(), more.begin(), more.end());
  CHECK(std::ranges::equal(future.bytes(), expected));
  CHECK(mmps::check_future(future.bytes()).fault == mmps::future_fault::none);
}

TEST_CASE("a call without arcs has no waiter, and a malformed future is refused") {
  incoming_future none = future_of(object, {});
  CHECK(none.sound());
  CHECK_FALSE(none.is_only_for_caller());
  CHECK(none.bytes().empty());
  for (std::size_t size = 1; size < mmps::future_arc_size; ++size)
    if (size != mmps::compact_future_size)
      CHECK_FALSE(future_of(object, std::vector<std::byte>(size)).sound());
  CHECK_FALSE(future_of(object, std::vector<std::byte>(mmps::future_arc_size)).sound());
}

}  // namespace
}  // namespace mentat::node
