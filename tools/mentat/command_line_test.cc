#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/command_line.h"

#include <doctest/doctest.h>

namespace mentat::command {
namespace {

/// A verb with one option of each kind and a program at its end.
struct example {
  bool json = false;
  int runs = 3;
  std::string modes = "serial";
  arguments program;

  std::optional<int> parse(const arguments& given) {
    command_line line("example");
    line.flag("--json", json);
    line.option("-r,--runs", runs, 1, 10);
    line.option("--modes", modes);
    line.rest("PROGRAM", program, true);
    return line.parse(given);
  }
};

}  // namespace

TEST_CASE("options before the program are ours, those behind it are the program's") {
  example verb;
  CHECK_FALSE(
      verb.parse({"--runs", "5", "--json", "--modes=threads", "prog", "--json", "--runs=9", "-x"}));
  CHECK(verb.json);
  CHECK(verb.runs == 5);
  CHECK(verb.modes == "threads");
  CHECK(verb.program == arguments{"prog", "--json", "--runs=9", "-x"});
}

TEST_CASE("two dashes may stand before the program, and later ones are the program's") {
  example verb;
  CHECK_FALSE(verb.parse({"--json", "--", "prog", "--", "-y"}));
  CHECK(verb.program == arguments{"prog", "--", "-y"});
}

TEST_CASE("a short option and its value may be one word") {
  example verb;
  CHECK_FALSE(verb.parse({"-r7", "--json", "prog", "-r8"}));
  CHECK(verb.runs == 7);
  CHECK(verb.json);
  CHECK(verb.program == arguments{"prog", "-r8"});
  CHECK(example().parse({"-r70", "prog"}) == 2);
  CHECK(example().parse({"-rx", "prog"}) == 2);
  CHECK(example().parse({"-x7", "prog"}) == 2);
}

TEST_CASE("wrong usage ends with status 2") {
  CHECK(example().parse({"--jsn", "prog"}) == 2);
  CHECK(example().parse({"--runs", "0", "prog"}) == 2);
  CHECK(example().parse({"--runs", "many", "prog"}) == 2);
  CHECK(example().parse({"--json"}) == 2);
  CHECK(example().parse({"--runs"}) == 2);
}

TEST_CASE("help ends with status 0") { CHECK(example().parse({"--help"}) == 0); }

TEST_CASE("a verb without a rest refuses unknown words") {
  std::string name;
  command_line line("example");
  line.positional("NAME", name, true);
  CHECK(line.parse({"a", "b"}) == 2);
  command_line again("example");
  again.positional("NAME", name, true);
  CHECK_FALSE(again.parse({"a"}));
  CHECK(name == "a");
}

}  // namespace mentat::command
