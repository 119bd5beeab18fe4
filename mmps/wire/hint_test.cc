#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/wire/hint.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mmps/base/random.h"

namespace mentat::mmps {
namespace {

const std::vector<hint> some{{hint_kind::on, {.host = 7}, {}},
                             {hint_kind::near, {1, 2, 3, 4}, {}},
                             {hint_kind::on_named, {}, "lisa"},
                             {hint_kind::apart_from, {5, 6, 7, 8}, {}}};

}  // namespace

TEST_CASE("hints are decoded unchanged, before any other bytes") {
  std::vector<std::byte> bytes = encode(some);
  for (int more = 0; more < 3; ++more, bytes.push_back(std::byte{255})) {
    const auto found = hints::decode(bytes);
    REQUIRE(found);
    CHECK(std::ranges::equal(found->all(), some));
    CHECK(found->length() == 1 + 3 * 17 + 6);
  }
  CHECK(hints::decode({})->all().empty());
  CHECK(hints::decode({})->length() == 0);
}

TEST_CASE(
    "every cut, a count above the limit, an unknown kind, an object without a name are refused") {
  const std::vector<std::byte> bytes = encode(some);
  for (std::size_t length = 1; length < bytes.size(); ++length)
    CHECK_FALSE(hints::decode(std::span(bytes).first(length)));
  std::vector<std::byte> many(1 + 9 * 17, std::byte{1});
  many[0] = std::byte{9};
  CHECK_FALSE(hints::decode(many));
  many[0] = std::byte{8};
  CHECK(hints::decode(many));
  for (const int kind : {0, 6, 255}) {
    std::vector<std::byte> wrong = bytes;
    wrong[1] = static_cast<std::byte>(kind);
    CHECK_FALSE(hints::decode(wrong));
  }
  CHECK_FALSE(hints::decode(encode(std::vector<hint>{{hint_kind::near, {.host = 3}, {}}})));
  CHECK_FALSE(hints::decode(std::vector<std::byte>{std::byte{1}, std::byte{4}, std::byte{0}}));
}

TEST_CASE("the name of a host may be as long as its length can say") {
  const std::string longest(longest_host_name, 'h');
  const std::vector<std::byte> bytes =
      encode(std::vector<hint>(max_hints, {hint_kind::on_named, {}, longest}));
  const auto found = hints::decode(bytes);
  REQUIRE(found);
  CHECK(found->length() == bytes.size());
  REQUIRE(found->all().size() == max_hints);
  CHECK(found->all().back().host == longest);
}

TEST_CASE("random bytes are hints or are refused; accepted hints encode to the same bytes") {
  constexpr std::uint64_t seed = 20;
  CAPTURE(seed);
  base::random chance(seed);
  int taken = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bytes(chance.below(60));
    for (std::byte& each : bytes) each = static_cast<std::byte>(chance.below(5));
    const auto found = hints::decode(bytes);
    if (!found || bytes.empty()) continue;
    ++taken;
    CHECK(std::ranges::equal(encode(found->all()), std::span(bytes).first(found->length())));
  }
  CHECK(taken > 1000);
}

}  // namespace mentat::mmps
