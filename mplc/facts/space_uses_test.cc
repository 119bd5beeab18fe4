#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/facts/space_uses.h"

#include <doctest/doctest.h>

namespace mentat::mplc {
namespace {

const std::vector<std::string> types{"\"row\"", "int", "double"};

space_use use(const std::string& operation, std::uint32_t formals, unsigned line) {
  return {types, formals, operation, "a.mpl.cc", line};
}

TEST_CASE("the key has the fields to which every pattern gives a value, and no names") {
  const auto found = tuple_types_of({use("out", 0, 1), use("rd", 0b100, 2), use("in", 0, 3)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].key == 0b010);
  CHECK(found[0].emptied_by.empty());
  CHECK(found[0].is_put());
  CHECK(found[0].is_met());
}

TEST_CASE("a formal of a tuple is not in the key") {
  const auto found = tuple_types_of({use("out", 0b010, 1), use("in", 0, 2)});
  CHECK(found[0].key == 0b100);
}

TEST_CASE("the pattern that gives no value empties the key") {
  const auto found =
      tuple_types_of({use("count", 0b110, 4), use("in", 0b100, 3), use("out", 0, 9)});
  CHECK(found[0].key == 0);
  REQUIRE(found[0].emptied_by.size() == 1);
  CHECK(found[0].uses[found[0].emptied_by[0]].operation == "count");
}

TEST_CASE("of patterns that give different fields the later empties the key") {
  const auto found = tuple_types_of({use("in", 0b010, 7), use("in", 0b100, 3), use("out", 0, 9)});
  CHECK(found[0].key == 0);
  REQUIRE(found[0].emptied_by.size() == 1);
  CHECK(found[0].uses[found[0].emptied_by[0]].line == 7);
}

TEST_CASE("where no pattern gives a value, none empties the key") {
  const auto found = tuple_types_of({use("out", 0, 1), use("in", 0b110, 2)});
  CHECK(found[0].key == 0);
  CHECK(found[0].emptied_by.empty());
}

TEST_CASE("equal uses count once, in whatever order they come") {
  const auto found = tuple_types_of({use("in", 0, 2), use("out", 0, 1), use("in", 0, 2)});
  REQUIRE(found[0].uses.size() == 2);
  CHECK(found[0].uses[0].operation == "out");
}

TEST_CASE("uses become lines and come back") {
  const std::vector<space_use> uses{use("out", 0, 1), use("in_some", 0b100, 77)};
  CHECK(uses_of_lines(lines_of(uses)) == uses);
  CHECK(uses_of_lines("") == std::vector<space_use>());
}

TEST_CASE("what is no line of a use is refused") {
  for (const char* text :
       {"in", "in\t0\ta.cc\t1\tint", "in\t0\ta.cc\t1\n", "in\tx\ta.cc\t1\tint\n",
        "in\t0\ta.cc\t-1\tint\n", "in\t2\ta.cc\t1\tint\n", "\n",
        "in\t0\ta\t1\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12\t13\t14\t15\t16\t17\n"})
    CHECK_FALSE(uses_of_lines(text));
}

}  // namespace
}  // namespace mentat::mplc
