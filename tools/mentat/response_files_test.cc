#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/response_files.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

using words = std::vector<std::string>;

struct written_file {
  temporary_folder folder = std::move(*temporary_folder::create("response"));
  std::string word = "@" + (folder.path() / "words").string();
  explicit written_file(const std::string& text) {
    REQUIRE(write_file(folder.path() / "words", text));
  }
};

words expanded(const words& given) {
  const auto made = with_response_files(given);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("the words of a file stand where it is named") {
  const written_file file("-O2  a.mpl.cc\n\t-o 'a b' \"-DX=\\\"y\\\"\" c\\ d ''\n");
  CHECK(expanded({"-c", file.word, "-g"}) ==
        words{"-c", "-O2", "a.mpl.cc", "-o", "a b", "-DX=\"y\"", "c d", "", "-g"});
  const written_file outer("-Wall " + file.word);
  CHECK(expanded({outer.word}).size() == 8);
}

TEST_CASE("a word whose file cannot be read stays") {
  CHECK(expanded({"@", "@/no/such/file", "@/tmp", "-c"}) ==
        words{"@", "@/no/such/file", "@/tmp", "-c"});
}

TEST_CASE("a file that names itself is refused") {
  written_file file("");
  REQUIRE(write_file(file.folder.path() / "words", file.word));
  const auto made = with_response_files({file.word});
  REQUIRE_FALSE(made);
  CHECK(made.error().exit_status == 2);
}

}  // namespace mentat::command
