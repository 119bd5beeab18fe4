#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/nearest.h"

#include <doctest/doctest.h>

#include <vector>

namespace mentat::command {

TEST_CASE("the distance counts insertions, removals, replacements and swaps") {
  CHECK(edit_distance("verify", "verify") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("verfy", "verify") == 1);
  CHECK(edit_distance("verrify", "verify") == 1);
  CHECK(edit_distance("verifi", "verify") == 1);
  CHECK(edit_distance("veirfy", "verify") == 1);
}

TEST_CASE("a mistyped word finds the known one") {
  const std::vector<std::string> known{"demo", "test", "verify", "version"};
  CHECK(nearest("dmeo", known) == "demo");
  CHECK(nearest("verfiy", known) == "verify");
  CHECK(suggestion("tset", known) == "; did you mean 'test'?");
}

TEST_CASE("a word that resembles nothing gets no suggestion") {
  const std::vector<std::string> known{"demo", "test", "verify"};
  CHECK(nearest("quux", known).empty());
  CHECK(suggestion("zzzzzz", known).empty());
}

}  // namespace mentat::command
