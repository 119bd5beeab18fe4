#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/choices_verification.h"

#include <doctest/doctest.h>

using mentat::command::next_list;
using mentat::command::read_choice;
using list = std::vector<std::string>;

TEST_CASE("a line of a record is read") {
  const auto read = read_choice("3 2\ta.mpl.cc:7: space.in\tgets (1)\tgets (3)");
  REQUIRE(read);
  CHECK(read->candidates == 3);
  CHECK(read->chosen == 2);
  CHECK(read->place == "a.mpl.cc:7: space.in");
  CHECK(read->first == "gets (1)");
  CHECK(read->other == "gets (3)");
  CHECK(read_choice("2 0\t\tx\tx")->place.empty());
}

TEST_CASE("malformed lines are refused") {
  for (const char* line : {"", "3 2", "3 2\t", "3 2\tplace\tfirst", "x 2\ta\tb\tc", "3\ta\tb\tc",
                           "3 2x\ta\tb\tc", "32 \ta\tb\tc"})
    CHECK_FALSE(read_choice(line));
}

TEST_CASE("the next list changes the last choice that has another candidate") {
  CHECK(next_list({"2 0\t\ta\ta", "3 1\t\tb\tb"}) == list{"2 0\t\ta\ta", "3 2\t\tb\tb"});
  CHECK(next_list({"2 0\t\ta\ta", "3 2\t\tb\tb"}) == list{"2 1\t\ta\ta"});
  CHECK(next_list({"2 1\t\ta\ta", "3 2\t\tb\tb"}).empty());
  CHECK(next_list({}).empty());
}

TEST_CASE("all lists of a tree are tried once") {
  int tried = 1;
  for (list at = next_list({"2 0\t\t\t", "2 0\t\t\t", "3 0\t\t\t"}); !at.empty();) {
    ++tried;
    while (at.size() < 3) at.push_back(at.size() == 2 ? "3 0\t\t\t" : "2 0\t\t\t");
    at = next_list(at);
  }
  CHECK(tried == 12);
}
