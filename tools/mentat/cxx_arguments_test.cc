#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/cxx_arguments.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace mentat::command {
namespace {

using words = std::vector<std::string>;

bool contains(const words& list, const words& part) {
  return std::search(list.begin(), list.end(), part.begin(), part.end()) != list.end();
}

std::string refused(const words& given) {
  const auto request = parse_cxx_arguments(given);
  REQUIRE_FALSE(request);
  CHECK(request.error().exit_status == 2);
  return request.error().text;
}

}  // namespace

TEST_CASE("files are told apart by their endings, and keep their order") {
  const auto request =
      parse_cxx_arguments({"a.mpl.cc", "b.cc", "c.o", "-lz", "libd.a", "-o", "out"});
  REQUIRE(request);
  CHECK(request->goal == cxx_goal::link);
  CHECK(request->output == "out");
  CHECK(request->files(link_item::kind::mpl_source) == words{"a.mpl.cc"});
  CHECK(request->files(link_item::kind::cxx_source) == words{"b.cc"});
  CHECK(request->files(link_item::kind::other) == words{"c.o", "-lz", "libd.a"});
}

TEST_CASE("the compiler gets all options, the translator those that change what it reads") {
  const auto request =
      parse_cxx_arguments({"-O2", "-g", "-Wall", "-DA=1", "-D", "B", "-I", "inc", "-Iother",
                           "-iquote", "q", "-march=native", "a.mpl.cc"});
  REQUIRE(request);
  CHECK(contains(request->options, {"-std=c++20", "-O2", "-g", "-Wall", "-DA=1", "-D", "B", "-I",
                                    "inc", "-Iother", "-iquote", "q", "-march=native"}));
  CHECK(request->parsing_options == words{"-std=c++20", "-DA=1", "-D", "B", "-I", "inc", "-Iother",
                                          "-iquote", "q", "-march=native"});
  CHECK(request->include_folders == std::vector<std::filesystem::path>{"inc", "other"});
  CHECK(request->quote_folders == std::vector<std::filesystem::path>{"q"});
}

TEST_CASE("a standard that is given replaces the default, and must be C++20 or later") {
  const auto request = parse_cxx_arguments({"-std=gnu++23", "a.mpl.cc"});
  REQUIRE(request);
  CHECK(request->parsing_options == words{"-std=gnu++23"});
  CHECK(refused({"-std=c++17", "a.mpl.cc"}).find("C++20") != std::string::npos);
  CHECK(refused({"-std=gnu++14", "a.mpl.cc"}).find("C++20") != std::string::npos);
}

TEST_CASE("options of mplc go to mplc alone") {
  const auto request = parse_cxx_arguments({"-Rmentat", "-Welision=error", "a.mpl.cc"});
  REQUIRE(request);
  CHECK(request->mplc_options == words{"-Rmentat", "-Welision=error"});
  CHECK_FALSE(contains(request->options, {"-Rmentat"}));
}

TEST_CASE("dependency options are for compiling alone") {
  const auto request = parse_cxx_arguments({"-c", "-MMD", "-MF", "a.d", "a.mpl.cc", "-oa.o"});
  REQUIRE(request);
  CHECK(request->goal == cxx_goal::compile);
  CHECK(request->compile_options == words{"-MMD", "-MF", "a.d"});
  CHECK(request->output == "a.o");
}

TEST_CASE("headers are shown, not compiled") {
  CHECK(parse_cxx_arguments({"--emit=cc", "a.mpl.h"})->goal == cxx_goal::show_translation);
  CHECK(refused({"a.mpl.h"}).find("--emit=cc") != std::string::npos);
}

TEST_CASE("what cannot be done is refused with a hint") {
  CHECK(refused({}).find("no input files") != std::string::npos);
  CHECK(refused({"-O2"}).find("no input files") != std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o"}).find("file name") != std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o", "x", "-o", "y"}).find("twice") != std::string::npos);
  CHECK(refused({"-c", "a.mpl.cc", "b.mpl.cc", "-o", "x.o"}).find("2 outputs") !=
        std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o", "a.mpl.cc"}).find("input and output") != std::string::npos);
  CHECK(refused({"--emit=ccc", "a.mpl.cc"}).find("--emit=cc") != std::string::npos);
  CHECK(refused({"a.mpl"}).find(".mpl.cc") != std::string::npos);
  CHECK(refused({"-xc", "a.mpl.cc"}).find("language") != std::string::npos);
  CHECK(refused({"-c", "a.o"}).find("source") != std::string::npos);
  CHECK(refused({"-I"}).find("value") != std::string::npos);
}

TEST_CASE("an object is named after its source") {
  CHECK(default_object_name("dir/a.mpl.cc", "-c") == "a.o");
  CHECK(default_object_name("b.cc", "-S") == "b.s");
}

}  // namespace mentat::command
