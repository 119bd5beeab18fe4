#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/difference.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

std::optional<difference> compare(const std::string& first, const std::string& second) {
  const auto folder = temporary_folder::create("difference-test");
  REQUIRE(folder);
  REQUIRE(write_file(folder->path() / "a", first));
  REQUIRE(write_file(folder->path() / "b", second));
  const auto found = first_difference(folder->path() / "a", folder->path() / "b");
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("equal texts have no difference") {
  CHECK_FALSE(compare("", ""));
  CHECK_FALSE(compare("one\ntwo\n", "one\ntwo\n"));
}

TEST_CASE("the first difference is given by line and column") {
  const auto found = compare("one\ntwo\nthree\n", "one\ntwx\nthree\n");
  REQUIRE(found);
  CHECK(found->line == 2);
  CHECK(found->column == 3);
  CHECK(found->first == "'two'");
  CHECK(found->second == "'twx'");
}

TEST_CASE("a text that ends early differs where it ends") {
  const auto found = compare("one\n", "one\ntwo\n");
  REQUIRE(found);
  CHECK(found->line == 2);
  CHECK(found->column == 1);
  CHECK(found->first == "the end of the output");
  CHECK(found->second == "'two'");
}

TEST_CASE("a missing last newline is a difference") {
  const auto found = compare("one", "one\n");
  REQUIRE(found);
  CHECK(found->line == 1);
  CHECK(found->column == 4);
}

TEST_CASE("a difference is found beyond the first block, and a long line is cut") {
  const std::string same(200'000, 'x');
  const auto found = compare("a\n" + same + "1" + same, "a\n" + same + "2" + same);
  REQUIRE(found);
  CHECK(found->line == 2);
  CHECK(found->column == 200'001);
  CHECK(found->first.size() < 100);
  CHECK(found->first.substr(0, 4) == "'...");
}

}  // namespace mentat::command
