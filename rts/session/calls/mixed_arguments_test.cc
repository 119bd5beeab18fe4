#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/calls/mixed_arguments.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "mmps/wire/little_endian.h"
#include "rts/api/test_classes.h"
#include "rts/session/calls/wire_call.h"

namespace mentat::node {
namespace {

using cut = calculator_impl::cut_tag;  // a text and a number
using bytes = std::vector<std::byte>;

template <class Number>
bytes number(Number value, bool is_other) {
  bytes made(sizeof value);
  std::memcpy(made.data(), &value, sizeof value);
  if (is_other) std::ranges::reverse(made);
  return made;
}
bytes text(const std::string& of, bool is_other) {
  bytes made = number(std::uint64_t{of.size()}, is_other);
  for (const char one : of) made.push_back(static_cast<std::byte>(one));
  return made;
}

// `others`: bit k: argument k is not in this machine's order.
bytes arguments(std::uint64_t others, const bytes& first, const bytes& second) {
  const bool is_big = std::endian::native == std::endian::big;
  bytes all(8);
  mmps::put_little_endian(all.data(), is_big ? others ^ 3 : others);
  all.insert(all.end(), first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

computation_instance* read(const bytes& from) {
  const class_info& calculators = calculator_impl::mentat_class__();
  return read_mixed(calculators, *function_of(calculators, cut::number__).method, from);
}

}  // namespace

TEST_CASE("each argument is read in its own order of bytes") {
  for (std::uint64_t others = 0; others < 4; ++others) {
    CAPTURE(others);
    const std::unique_ptr<computation_instance> made(
        read(arguments(others, text("heterogeneous", (others & 1) != 0),
                       number(std::size_t{6}, others >> 1 != 0))));
    CHECK(made->complete());
    auto& cuts = static_cast<call<cut>&>(*made);
    CHECK(cuts.argument<0>() == "heterogeneous");
    CHECK(cuts.argument<1>() == 6);
  }
}

TEST_CASE("bytes that do not hold the arguments throw, and make no call") {
  const bytes right = arguments(2, text("abc", false), number(std::size_t{6}, true));
  for (std::size_t length = 0; length < right.size(); ++length)
    CHECK_THROWS_AS(
        static_cast<void>(read({right.begin(), right.begin() + std::ptrdiff_t(length)})),
        marshal_error);
  bytes longer = right;
  longer.push_back(std::byte{0});
  CHECK_THROWS_AS(static_cast<void>(read(longer)), marshal_error);
  CHECK_THROWS_AS(static_cast<void>(read(arguments(3, text("abc", false), number(7ul, true)))),
                  marshal_error);
}

}  // namespace mentat::node
