#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/cxx_sources.h"

#include <doctest/doctest.h>

#include "tools/mentat/files.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

/// A folder of sources and the mirror for it.
class source_tree {
 public:
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((place() / name).parent_path());
    REQUIRE(write_file(place() / name, text));
  }

  fs::path place() const { return folder_->path() / "user"; }
  fs::path mirrored(const std::string& name) const {
    return mirror() / place().relative_path() / name;
  }
  fs::path mirror() const { return folder_->path() / "mirror"; }

  expected<cxx_sources> read(const std::string& source,
                             std::vector<std::string> options = {}) const {
    options.push_back((place() / source).string());
    const auto request = parse_cxx_arguments(options);
    REQUIRE(request);
    cxx_sources sources(mirror());
    const auto added = sources.add(*request);
    if (!added) return tl::unexpected(added.error());
    return sources;
  }

 private:
  expected<temporary_folder> folder_ = temporary_folder::create("sources-test");
};

}  // namespace

TEST_CASE("include lines are found outside comments") {
  const auto lines = include_lines(
      "#include \"a.h\"\n  #  include <b.mpl.h> // c\n/* #include \"no.h\"\n#include \"no.h\" */ "
      "#include \"yes.h\"\n// #include \"no.h\"\nconst char* s = \"/*\";\n#include "
      "\"c.h\"\n#define include\n");
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].name == "a.h");
  CHECK(lines[0].quoted);
  CHECK(lines[1].name == "b.mpl.h");
  CHECK_FALSE(lines[1].quoted);
  CHECK(lines[1].line == 2);
  CHECK(lines[2].name == "yes.h");
  CHECK(lines[3].line == 7);
}

TEST_CASE("headers that a source reaches are translated once, those they include first") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"b.mpl.h\"\n#include \"sub/c.mpl.h\"\n");
  tree.write("b.mpl.h", "#include \"sub/c.mpl.h\"\n");
  tree.write("sub/c.mpl.h", "#include \"../b.mpl.h\"\n");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE(sources);
  const auto files = sources->files();
  REQUIRE(files.size() == 3);
  CHECK(files[0].generated == tree.mirrored("sub/c.h"));
  CHECK(files[0].server == tree.mirrored("sub/c.server.cc"));
  CHECK(files[1].generated == tree.mirrored("b.h"));
  CHECK(files[2].generated == tree.mirrored("a.cc"));
  CHECK_FALSE(files[2].is_header());
}

TEST_CASE("headers are found in the folders of -I and -iquote, whose mirrors are searched first") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"b.mpl.h\"\n#include <c.mpl.h>\n");
  tree.write("one/b.mpl.h", "");
  tree.write("two/c.mpl.h", "");
  const std::string one = (tree.place() / "one").string(), two = (tree.place() / "two").string();
  const auto sources = tree.read("a.mpl.cc", {"-iquote", one, "-I" + two});
  REQUIRE(sources);
  CHECK(sources->files().size() == 3);
  REQUIRE(sources->prepare());
  const std::vector<std::string> options =
      sources->with_mirrored_folders({"-O2", "-iquote", one, "-I" + two});
  CHECK(options == std::vector<std::string>{"-O2", "-iquote", tree.mirrored("one/").string(),
                                            "-iquote", one, "-I", tree.mirrored("two/").string(),
                                            "-I" + two});
}

TEST_CASE(
    "a plain header beside a translated file is linked into the mirror, with those beside it") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"plain.h\"\n");
  tree.write("plain.h", "#include \"deeper.h\"\n");
  tree.write("deeper.h", "");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE(sources);
  REQUIRE(sources->prepare());
  CHECK(fs::read_symlink(tree.mirrored("plain.h")) == tree.place() / "plain.h");
  CHECK(fs::read_symlink(tree.mirrored("deeper.h")) == tree.place() / "deeper.h");
}

TEST_CASE("a plain header that includes a Mentat header is an error with its line") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"plain.h\"\n");
  tree.write("plain.h", "\n#include \"b.mpl.h\"\n");
  tree.write("b.mpl.h", "");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE_FALSE(sources);
  CHECK(sources.error().text.find("plain.h:2:") != std::string::npos);
  CHECK(sources.error().text.find("plain.mpl.h") != std::string::npos);
}

TEST_CASE("a header that is not there is left to the translator") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"missing.mpl.h\"\n");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE(sources);
  CHECK(sources->files().size() == 1);
}

TEST_CASE("a name that both a header and its translation claim is refused") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include \"b.mpl.h\"\n#include \"b.h\"\n");
  tree.write("b.mpl.h", "");
  tree.write("b.h", "");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE(sources);
  const auto prepared = sources->prepare();
  REQUIRE_FALSE(prepared);
  CHECK(prepared.error().text.find("rename one") != std::string::npos);
}

TEST_CASE("a plain source that has a Mentat class is refused, and told its right name") {
  source_tree tree;
  tree.write("a.cpp", "\n// mentat class old;\nclass [[mentat::regular]] adder {};\n");
  const auto sources = tree.read("a.cpp");
  REQUIRE_FALSE(sources);
  CHECK(sources.error().text.find("a.cpp:3: ") != std::string::npos);
  CHECK(sources.error().text.find("rename it to a.mpl.cc") != std::string::npos);
}

TEST_CASE("marks of Mentat classes, and text that only looks like one") {
  for (const char* text :
       {"class [[mentat::regular]] a {};", "struct  [[ using mentat : persistent ]] a {};",
        "class [[deprecated, mentat::persistent]] a;", "persistent mentat class a {",
        "mentat struct a", "class [[mentat::replicated]] a {"})
    CHECK_MESSAGE(line_of_mentat_class(text) == 1, text);
  for (const char* text :
       {"// class [[mentat::regular]] a {};", "/*\nmentat class a\n*/", "f(\"mentat class a\");",
        "implementat class a", "class [[deprecated]] mentat {};", "namespace mentat { class a; }",
        "\"\\\"mentat class a\"", "friend class mentat::regular;", ""})
    CHECK_MESSAGE(line_of_mentat_class(text) == 0, text);
}

TEST_CASE("messages speak of the user's files") {
  source_tree tree;
  tree.write("a.mpl.cc", "");
  const auto sources = tree.read("a.mpl.cc");
  REQUIRE(sources);
  const std::string original = (tree.place() / "a.mpl.cc").string();
  CHECK(sources->in_users_terms(tree.mirrored("a.cc").string() + ": note") == original + ": note");
  CHECK(sources->in_users_terms(tree.mirrored("plain.h").string() + ":1") ==
        (tree.place() / "plain.h").string() + ":1");
}

TEST_CASE("headers are found in the folders of -isystem, after those of -I") {
  source_tree tree;
  tree.write("a.mpl.cc", "#include <b.mpl.h>\n#include <c.mpl.h>\n");
  tree.write("system/b.mpl.h", "");
  tree.write("system/c.mpl.h", "");
  tree.write("other/c.mpl.h", "");
  const std::string system = (tree.place() / "system").string();
  const std::vector<std::string> options{"-isystem", system,
                                         "-I" + (tree.place() / "other").string()};
  const auto sources = tree.read("a.mpl.cc", options);
  REQUIRE(sources);
  const auto files = sources->files();
  REQUIRE(files.size() == 3);
  CHECK(files[0].generated == tree.mirrored("system/b.h"));
  CHECK(files[1].generated == tree.mirrored("other/c.h"));
  REQUIRE(sources->prepare());
  const auto mirrored = sources->with_mirrored_folders({"-isystem", system});
  CHECK(mirrored == std::vector<std::string>{"-isystem", tree.mirrored("system/").string(),
                                             "-isystem", system});
}

TEST_CASE("rules for make speak of the user's files, also in folders with blanks") {
  source_tree tree;
  tree.write("a b/c.mpl.cc", "#include \"d$.mpl.h\"\n");
  tree.write("a b/d$.mpl.h", "");
  const auto sources = tree.read("a b/c.mpl.cc");
  REQUIRE(sources);
  CHECK(in_rule("/a b/#/d$.h") == "/a\\ b/\\#/d$$.h");
  const std::string place = in_rule(tree.place()), mirrored = in_rule(tree.mirrored(""));
  CHECK(sources->in_users_rule("c.o: " + mirrored + "a\\ b/c.cc " + mirrored + "a\\ b/d$$.h\n") ==
        "c.o: " + place + "/a\\ b/c.mpl.cc " + place + "/a\\ b/d$$.mpl.h\n");
}

}  // namespace mentat::command
