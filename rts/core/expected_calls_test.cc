#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/expected_calls.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace mentat {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

std::int64_t number_of(const expected_calls& all, const class_info& of) {
  std::int64_t found = 0;
  all.visit([&](const class_info& one, std::int64_t calls) {
    if (&one == &of) found = calls;
  });
  return found;
}

}  // namespace

TEST_CASE("the numbers of a class are added up, and a negative one takes back") {
  expected_calls all;
  const class_info one{}, other{};
  CHECK(all.add(one, 5'000) == 0);
  CHECK(all.add(one, 300) == 0);
  CHECK(all.add(other, 1) == 0);
  CHECK(all.add(one, -100) == 0);
  CHECK(number_of(all, one) == 5'200);
  CHECK(number_of(all, other) == 1);
}

TEST_CASE("a sum stays at the ends of its range") {
  expected_calls all;
  const class_info one{}, other{};
  CHECK(all.add(one, most) == 0);
  CHECK(all.add(one, most) == 0);
  CHECK(number_of(all, one) == most);
  CHECK(all.add(other, least) == 0);
  CHECK(all.add(other, least) == 0);
  CHECK(number_of(all, other) == least);
}

TEST_CASE("classes beyond the limit are refused, and counted; the others go on") {
  expected_calls all;
  const std::vector<class_info> many(expected_calls::max_classes + 2);
  std::uint64_t refused = 0;
  for (const class_info& one : many) refused = all.add(one, 1);
  CHECK(refused == 2);
  CHECK(all.add(many.front(), 1) == 0);
  CHECK(number_of(all, many.front()) == 2);
  CHECK(number_of(all, many.back()) == 0);
}

}  // namespace mentat
