#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/usage.h"

#include <doctest/doctest.h>

namespace mentat::command {
namespace {

const std::string example =
    "# a comment\n"
    "== head\nusage: mentat VERB\n"
    "== group Run\n"
    "== verb run: run a program\n"
    "usage: mentat run [OPTION...] PROGRAM\n\nRuns it.\n\n"
    "Options:\n"
    "  --mode=serial|threads\n                  how\n                  to run\n"
    "  -f, --follow    go on\n"
    "  -x mentat -     this one\n"
    "  --file=FILE     a file; --json too\n\n"
    "Examples:\n  mentat run ./a\n"
    "== verb list: list things\n"
    "usage: mentat list [OPTION...] hosts|programs\n"
    "== foot\nOptions, in front of the verb:\n  -q, --quiet  say less\n\nThe end.\n";

usage_table table() {
  const auto made = usage_table::parse(example);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("the overview has the verbs in their groups") {
  CHECK(table().overview() ==
        "usage: mentat VERB\n\nRun:\n  run               run a program\n"
        "  list              list things\n\n"
        "Options, in front of the verb:\n  -q, --quiet  say less\n\nThe end.\n");
}

TEST_CASE("options have names, a value and a help of one or several lines") {
  const usage_table all = table();
  REQUIRE(all.find("run"));
  const std::vector<verb_option> options = all.find("run")->options();
  REQUIRE(options.size() == 4);
  CHECK(options[0] == verb_option{{"--mode"}, "serial|threads", "how to run"});
  CHECK(options[0].choices() == std::vector<std::string>{"serial", "threads"});
  CHECK(options[1] == verb_option{{"-f", "--follow"}, "", "go on"});
  CHECK(options[2] == verb_option{{"-x"}, "mentat -", "this one"});
  CHECK(options[3] == verb_option{{"--file"}, "FILE", "a file; --json too"});
  CHECK(options[3].choices().empty());
  CHECK(all.general_options() ==
        std::vector<verb_option>{{{"-q", "--quiet"}, "", "say less"}});
}

TEST_CASE("the usage of a verb has its choices") {
  CHECK(table().find("list")->choices() == std::vector<std::string>{"hosts", "programs"});
  CHECK(table().find("run")->choices().empty());
  CHECK_FALSE(table().find("rum"));
}

TEST_CASE("a table with other lines is refused") {
  CHECK_FALSE(usage_table::parse("== verb run\n"));
  CHECK_FALSE(usage_table::parse("== what\n"));
  CHECK_FALSE(usage_table::parse(""));
}

}  // namespace mentat::command
