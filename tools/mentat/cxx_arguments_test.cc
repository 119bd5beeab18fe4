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

TEST_CASE("options that mentat c++ cannot support are refused with a hint") {
  CHECK(refused({}).find("no input files") != std::string::npos);
  CHECK(refused({"-O2"}).find("no input files") != std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o"}).find("file name") != std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o", "x", "-o", "y"}).find("twice") != std::string::npos);
  CHECK(refused({"-c", "a.mpl.cc", "b.mpl.cc", "-o", "x.o"}).find("2 outputs") !=
        std::string::npos);
  CHECK(refused({"a.mpl.cc", "-o", "a.mpl.cc"}).find("input and output") != std::string::npos);
  CHECK(refused({"--emit=ccc", "a.mpl.cc"}).find("--emit=cc") != std::string::npos);
  CHECK(refused({"a.mpl"}).find(".mpl.cc") != std::string::npos);
  CHECK(refused({"-x", "mentat", "a.cc"}).find("standard input") != std::string::npos);
  CHECK(refused({"-x"}).find("language") != std::string::npos);
  CHECK(refused({"-c", "-"}).find("-x") != std::string::npos);
  CHECK(refused({"-c", "a.o"}).find("source") != std::string::npos);
  CHECK(refused({"-I"}).find("value") != std::string::npos);
}

TEST_CASE("without a translated file the compiler gets the unchanged command line") {
  const auto request = parse_cxx_arguments({"-std=c++17", "-fno-rtti", "-fno-exceptions", "a.cc"});
  REQUIRE(request);
  CHECK_FALSE(request->translates());
  CHECK(request->options == words{"-std=c++17", "-fno-rtti", "-fno-exceptions"});
  CHECK(parse_cxx_arguments({"a.cc", "b.o"})->options.empty());
}

TEST_CASE("options that break translated text are refused; the last one of each kind counts") {
  CHECK(refused({"-fno-rtti", "a.mpl.cc"}).find("type information") != std::string::npos);
  CHECK(refused({"-fno-exceptions", "a.mpl.cc"}).find("exceptions") != std::string::npos);
  CHECK(refused({"-D_GLIBCXX_DEBUG", "a.mpl.cc"}).find("ASSERTIONS") != std::string::npos);
  CHECK(refused({"-D", "_GLIBCXX_DEBUG=1", "a.mpl.cc"}).find("ASSERTIONS") != std::string::npos);
  CHECK(parse_cxx_arguments({"-fno-rtti", "-frtti", "-std=c++17", "-std=c++23", "a.mpl.cc"}));
}

TEST_CASE("the compiler answers questions, alone or beside files") {
  for (const words& question : {words{"-print-file-name=libc.so"}, words{"-dumpversion"},
                                words{"-v"}, words{"-###"}, words{"-dumpmachine", "a.mpl.cc"}}) {
    const auto request = parse_cxx_arguments(question);
    REQUIRE(request);
    CHECK(request->goal == cxx_goal::ask_compiler);
  }
  CHECK(parse_cxx_arguments({"-v", "a.mpl.cc"})->goal == cxx_goal::link);
}

TEST_CASE(
    "the option that stops earliest wins, and text goes to standard output or to the file of -MF") {
  CHECK(parse_cxx_arguments({"-fsyntax-only", "-c", "a.mpl.cc"})->compile_option ==
        "-fsyntax-only");
  CHECK(parse_cxx_arguments({"-E", "a.mpl.cc"})->prints());
  CHECK(parse_cxx_arguments({"-S", "a.mpl.cc", "-o", "-"})->prints());
  CHECK_FALSE(parse_cxx_arguments({"-S", "a.mpl.cc"})->prints());
  const auto listed = parse_cxx_arguments({"-MM", "-MFa.d", "a.mpl.cc"});
  REQUIRE(listed);
  CHECK(listed->output == "a.d");
  CHECK(listed->compile_options.empty());
}

TEST_CASE("-x gives the files behind it a language") {
  const auto request = parse_cxx_arguments({"-x", "c++", "a.txt", "-x", "none", "b.o", "-c"});
  REQUIRE(request);
  CHECK(request->items[0].what == link_item::kind::cxx_source);
  CHECK(request->items[0].language == "c++");
  CHECK(request->items[1].what == link_item::kind::other);
  const auto input = parse_cxx_arguments({"-x", "mentat", "-"});
  REQUIRE(input);
  CHECK(input->items[0].what == link_item::kind::mpl_source);
}

TEST_CASE(
    "behind a build system's launcher stands the compiler, perhaps with a launcher of its own") {
  const auto request =
      parse_cxx_arguments({"--as-launcher=/bin/c++", "ccache", "-q", "/bin/c++", "-c", "a.mpl.cc"});
  REQUIRE(request);
  CHECK(request->compiler == "/bin/c++");
  CHECK(request->launcher == words{"ccache", "-q"});
  CHECK(request->files(link_item::kind::mpl_source) == words{"a.mpl.cc"});
  CHECK(refused({"-c", "--as-launcher=g++", "g++"}).find("first") != std::string::npos);
  CHECK(refused({"--as-launcher=g++", "clang++", "-c", "a.cc"}).find("'g++'") != std::string::npos);
  CHECK(refused({"--as-launcher"}).find("--as-launcher=g++") != std::string::npos);
}

TEST_CASE("a folder that is searched anyway is dropped, however it is spelled") {
  auto request = parse_cxx_arguments({"-isystem", "/usr/include", "-I/usr/../usr/include/", "-Iq",
                                      "-isystem/usr/lib", "a.mpl.cc"});
  REQUIRE(request);
  CHECK(request->system_folders == std::vector<std::filesystem::path>{"/usr/include", "/usr/lib"});
  drop_include_folder(*request, "/usr/include");
  CHECK(request->options == words{"-std=c++20", "-Iq", "-isystem/usr/lib"});
  CHECK(request->parsing_options == request->options);
  CHECK(request->include_folders == std::vector<std::filesystem::path>{"q"});
  CHECK(request->system_folders == std::vector<std::filesystem::path>{"/usr/lib"});
}

TEST_CASE("an object is named after its source") {
  CHECK(default_object_name("dir/a.mpl.cc", "-c") == "a.o");
  CHECK(default_object_name("b.cc", "-S") == "b.s");
}

}  // namespace mentat::command
