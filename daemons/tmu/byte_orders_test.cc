#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/test_unit.h"

namespace mentat::tmu {

using namespace test;

namespace {

mentat_message swapped(mentat_message token) {
  token.header.flags |= mmps::flag::swapped;
  return token;
}

// The bits on the wire of the arguments that are not in this machine's order.
std::uint64_t on_wire(std::uint64_t others, std::uint64_t all) {
  return std::endian::native == std::endian::big ? others ^ all : others;
}

// The arguments "a", "b", ... and the orders in front of them, in a unit with that future.
void check_mixed(const mentat_message& exec, std::uint64_t orders, std::string_view values) {
  CHECK((exec.header.flags & (mmps::flag::mixed | mmps::flag::swapped)) == mmps::flag::mixed);
  const std::span<const std::byte> behind = exec.body().subspan(exec.header.future_length);
  REQUIRE(behind.size() == 8 + values.size());
  CHECK(mmps::get_little_endian<std::uint64_t>(behind.data()) == orders);
  CHECK(std::ranges::equal(behind.subspan(8), bytes_of(values)));
}

}  // namespace

TEST_CASE("a unit says of each argument in which order of bytes it is, if these differ") {
  bench b;
  b.give(token({1, 0}, 0, 3, "a"));
  b.give(swapped(token({1, 0}, 2, 3, "c")));
  b.give(token({1, 0}, 1, 3, "b"));
  const messages out = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(out.size() == 1);
  check_mixed(out[0], on_wire(0b100, 0b111), "abc");
  CHECK(out[0].header.future_length == future_to_caller(1).size());
}

TEST_CASE("a unit whose arguments have one order says it in its header") {
  bench b;
  for (const bool other : {false, true}) {
    CAPTURE(other);
    const tag tag{other ? 2u : 1u, 0};
    for (std::uint16_t argument = 0; argument < 2; ++argument)
      b.give(other ? swapped(token(tag, argument, 2, "v")) : token(tag, argument, 2, "v"));
    const messages out = b.give(instantiated(tag, worker(5)));
    REQUIRE(out.size() == 1);
    CHECK(out[0].header.flags == (other ? mmps::flag::swapped : 0));
    CHECK(value_of(out[0]) == bytes_of("vv"));
  }
  b.give(swapped(exec({3, 0}, 2, "whole")));
  const messages out = b.give(instantiated({3, 0}, worker(5)));
  REQUIRE(out.size() == 1);
  CHECK(out[0].header.flags == mmps::flag::swapped);
}

TEST_CASE("the orders of bytes of 64 arguments stay, also for the second process") {
  bench b;
  std::uint64_t others = 0;
  for (std::uint16_t argument = 0; argument < 64; ++argument) {
    const bool other = argument % 3 != 1;
    others |= std::uint64_t{other} << argument;
    b.give(other ? swapped(token({1, 0}, argument, 64, "v")) : token({1, 0}, argument, 64, "v"));
  }
  const std::string values(64, 'v');
  const std::uint64_t orders = on_wire(others, ~std::uint64_t{0});
  messages out = b.give(instantiated({1, 0}, worker(5)));
  REQUIRE(out.size() == 1);
  check_mixed(out[0], orders, values);
  b.give(down(worker(5), "killed"));
  mentat_message again = instantiated({1, 0}, worker(6));
  again.header.attempt = 2;
  out = b.give(std::move(again));
  REQUIRE(out.size() == 1);
  check_mixed(out[0], orders, values);
}

TEST_CASE("arcs from a caller with another order of bytes than the arguments are taken") {
  bench b;
  b.give(token({1, 0}, 0, 2, "a"));
  mentat_message more = arcs({1, 0}, 2, 1, future_to_caller(7));
  more.header.flags |= mmps::flag::swapped;
  CHECK(b.give(std::move(more)).empty());
  CHECK(b.unit.counted().malformed == 0);
}

}  // namespace mentat::tmu
