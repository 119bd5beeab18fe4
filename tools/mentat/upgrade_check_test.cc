#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/upgrade_check.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {

TEST_CASE("a version is three numbers") {
  CHECK(release::parse("0.1.0")->text() == "0.1.0");
  CHECK(*release::parse("0.10.0") > *release::parse("0.9.9"));
  CHECK(*release::parse("1.0.0") > *release::parse("0.99.0"));
  for (const char* wrong : {"", "1-2-3", "1", "1.2", "1.2.", "1.2.3.4", "1.2.3 ", "v1.2.3",
                            "1.-2.3", "1..3", "99999999999.0.0"})
    CHECK_FALSE(release::parse(wrong));
}

TEST_CASE("the first line of a file names the version that has written it") {
  const auto found = [](const char* line) { return version_in(line, "f").value(); };
  CHECK(found("// Translated by mplc 0.1.0.") == release{0, 1, 0});
  CHECK(found("# Made by Mentat 1.2.3.\r") == release{1, 2, 3});
  for (const char* other : {"  // Translated by mplc 0.1.0.", "// Translated by hand.", ""})
    CHECK_FALSE(found(other));
}

TEST_CASE("a first line that names no version is a problem that names the file") {
  for (const char* broken :
       {"// Translated by mplc 0.1.0", "// Translated by mplc .", "# Made by Mentat 0.1.",
        "# Made by Mentat \x1b[31m", "# Made by Mentat 0.1.0. or so"}) {
    const auto found = version_in(broken, "a/b.cc");
    REQUIRE_FALSE(found);
    CHECK(found.error().exit_status == 2);
    CHECK(found.error().text.find("a/b.cc: the first line names no version") == 0);
    CHECK(found.error().text.find('\x1b') == std::string::npos);
  }
  const auto folder = temporary_folder::create("upgrade");
  REQUIRE(folder);
  const auto broken_file = (folder->path() / "a.cc").string();
  REQUIRE(write_file(broken_file, "// Translated by mplc x.\n"));
  REQUIRE(write_file(folder->path() / "a.mpl.cc", ""));
  for (const auto& place : {folder->path(), folder->path() / "a.mpl.cc", folder->path() / "a.cc"})
    CHECK(written_files(place).error().text.find(broken_file + ": ") == 0);
}

TEST_CASE("a table of changes has a version, a kind and a text in each line") {
  const auto table =
      read_changes("# a comment\n\n0.2.0 source say why\n0.3.0  generated  do it again\n");
  REQUIRE(table);
  REQUIRE(table->size() == 2);
  CHECK(table->at(1).concerns == file_kind::generated);
  CHECK(table->at(1).text == "do it again");
  for (const char* wrong : {"0.2 source x\n", "0.2.0 sauce x\n", "0.2.0 source\n", "x\n"})
    CHECK(read_changes(wrong).error().text == "line 1 of changes.txt is not VERSION KIND TEXT");
}

TEST_CASE("the changes that concern a file are those of its kind after its version") {
  const auto table =
      read_changes("0.1.0 source a\n0.2.0 source b\n0.2.0 generated c\n0.3.0 source d\n");
  REQUIRE(table);
  const auto found = changes_for({"x.mpl.cc", file_kind::source, release{0, 1, 0}}, *table);
  REQUIRE(found.size() == 2);
  CHECK(found[0].text == "b");
  CHECK(found[1].text == "d");
  CHECK(changes_for({"x.mpl.cc", file_kind::source, release{0, 3, 0}}, *table).empty());
}

TEST_CASE("a source has the version of its generated file, else that of its project") {
  const auto folder = temporary_folder::create("upgrade");
  REQUIRE(folder);
  const auto put = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder->path() / name).parent_path());
    REQUIRE(write_file(folder->path() / name, text));
  };
  put("Makefile", "# Made by Mentat 0.2.0.\nall:\n");
  put("a.mpl.cc", "int main() {}\n");
  put("a.cc", "// Translated by mplc 0.3.0.\n");
  put("below/b.mpl.h", "");
  put("below/plain.cc", "int x;\n");
  put("below/CMakeLists.txt", "project(x)\n");
  put(".hidden/c.mpl.cc", "");
  const auto found = written_files(folder->path());
  REQUIRE(found);
  REQUIRE(found->size() == 4);
  const auto text = [&](std::size_t i) {
    return found->at(i).path.filename().string() + " " + found->at(i).version->text();
  };
  CHECK(text(0) == "Makefile 0.2.0");
  CHECK(text(1) == "a.cc 0.3.0");
  CHECK(text(2) == "a.mpl.cc 0.3.0");
  CHECK(text(3) == "b.mpl.h 0.2.0");
}

TEST_CASE("a path that leads to no file of Mentat is wrong usage") {
  const auto folder = temporary_folder::create("upgrade");
  REQUIRE(folder);
  CHECK(written_files(folder->path() / "none").error().exit_status == 2);
  REQUIRE(write_file(folder->path() / "plain.cc", "int x;\n"));
  CHECK(written_files(folder->path() / "plain.cc").error().exit_status == 2);
  CHECK(written_files("/dev/null").error().exit_status == 2);
  CHECK(written_files(folder->path())->empty());
}

}  // namespace mentat::command
