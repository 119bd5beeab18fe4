#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/compile_commands.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {

TEST_CASE("commands of the same file are replaced, others stay in their order") {
  const auto folder = temporary_folder::create("test");
  REQUIRE(folder);
  const auto database = folder->path() / "compile_commands.json";
  REQUIRE(update_compile_commands(
      database, "/p",
      {{"a.mpl.cc", {"clang++", "-DX=1", "a.mpl.cc"}}, {"b.cc", {"clang++", "b.cc"}}}));
  REQUIRE(update_compile_commands(database, "/p/sub",
                                  {{"../a.mpl.cc", {"clang++", "-DX=2", "../a.mpl.cc"}}}));
  REQUIRE(update_compile_commands(database, "/q", {{"b.cc", {"clang++", "-DY", "b.cc"}}}));
  const auto text = read_file(database);
  REQUIRE(text);
  CHECK(text->find("-DX=1") == std::string::npos);
  CHECK(text->find("-DX=2") < text->find("\"b.cc\""));
  CHECK(text->find("\"/p\"") < text->find("-DY"));
}

TEST_CASE("a file that is something else is left alone") {
  const auto folder = temporary_folder::create("test");
  REQUIRE(folder);
  const auto database = folder->path() / "notes";
  for (const char* other : {"{}", "", "[1, 2", "text"}) {
    REQUIRE(write_file(database, other));
    const auto updated = update_compile_commands(database, "/p", {{"a.cc", {"clang++", "a.cc"}}});
    CHECK_FALSE(updated);
    CHECK(read_file(database) == other);
  }
  // Entries written by others stay, in every form.
  REQUIRE(write_file(database, "[1, {\"file\": 2}]"));
  CHECK(update_compile_commands(database, "/p", {{"a.cc", {"clang++", "a.cc"}}}));
}

}  // namespace mentat::command
