#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/program_rows.h"

#include <doctest/doctest.h>

namespace mentat::command {
namespace {

using host::session_row;

session_row row(const std::string& kind, const std::string& process,
                const std::vector<std::pair<std::string, std::string>>& values) {
  session_row made{kind, {}};
  made.add("program", "7").add("host", "lisa").add("process", process);
  for (const auto& [name, value] : values) made.add(name, value);
  return made;
}

}  // namespace

TEST_CASE("the counts of several processes for one class are one row") {
  const auto all = add_up_classes(
      {row("class", "1.3", {{"name", "a"}, {"kind", "regular"}, {"objects", "0"}, {"calls", "3"}}),
       row("class", "1.4",
           {{"name", "b"}, {"kind", "persistent"}, {"objects", "2"}, {"calls", "1"}}),
       row("class", "2.3", {{"name", "a"}, {"kind", "regular"}, {"objects", "0"}, {"calls", "4"}}),
       row("object", "2.3", {{"name", "a"}})});
  REQUIRE(all.size() == 2);
  CHECK(all[0].get("name") == "a");
  CHECK(all[0].get("calls") == "7");
  CHECK(all[1].get("objects") == "2");
}

TEST_CASE("a call that a process executes runs there, the others wait") {
  const auto call = [](const std::string& key, const std::string& age) {
    return row("call", "1.0",
               {{"key", key}, {"class", "c"}, {"method", "m"}, {"to", "2.5"}, {"age_ms", age}});
  };
  const auto all =
      match_calls({call("x", "10"), call("x", "30"), call("y", "20"),
                   row("run", "2.5", {{"key", "x"}}), row("run", "2.5", {{"key", "z"}})});
  REQUIRE(all.size() == 3);
  CHECK(all[0].get("age_ms") == "30");
  CHECK(all[0].get("state") == "running");
  CHECK(all[0].get("where") == "lisa 2.5");
  CHECK(all[0].get("from") == "lisa 1.0");
  CHECK(all[1].get("state") == "waiting");
  CHECK(all[1].get("where") == "lisa 2.5");
  CHECK(all[2].get("age_ms") == "10");
  CHECK(all[2].get("state") == "waiting");
}

TEST_CASE("a call of another program with the same key is another call") {
  session_row other = row("run", "2.5", {{"key", "x"}});
  other.values[0].second = std::string("8");
  const auto all = match_calls({row("call", "1.0", {{"key", "x"}, {"to", "1.2"}}), other});
  REQUIRE(all.size() == 1);
  CHECK(all[0].get("state") == "waiting");
  CHECK(all[0].get("where") == "1.2");
}

}  // namespace mentat::command
