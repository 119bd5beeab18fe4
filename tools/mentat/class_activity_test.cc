#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/class_activity.h"

#include <doctest/doctest.h>

using namespace mentat::command;
using mentat::host::rows_from_text;

namespace {

std::vector<class_activity> look(const char* calls) {
  return activity_of(
      rows_from_text(std::string("class\tprogram=7\tname=tally\tobjects=1\tcalls=") + calls +
                     "\nclass\tprogram=7\tname=tally\tobjects=1\tcalls=3\n"
                     "class\tprogram=7\tname=slow\tobjects=0\tcalls=5\n"),
      rows_from_text("object\tprogram=7\tclass=tally\tstate=running\twaiting=4\n"
                     "object\tprogram=7\tclass=tally\tstate=idle\twaiting=0\n"),
      rows_from_text("call\tprogram=7\tkey=1\tclass=slow\tmethod=work\nrun\tprogram=7\tkey=1\n"
                     "call\tprogram=7\tkey=2\tclass=slow\tmethod=work\n"
                     "call\tprogram=7\tkey=3\tclass=tally\tmethod=add\tobject=1.1\n"));
}

}  // namespace

TEST_CASE("classes are summed up over processes, with what runs and waits") {
  const auto all = look("1000");
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "slow");
  CHECK(all[0].running == 1);
  CHECK(all[0].waiting == 1);
  CHECK(all[1].calls == 1003);
  CHECK(all[1].objects == 2);
  CHECK(all[1].running == 1);
  CHECK(all[1].waiting == 4);
  CHECK(summary_of(all) == "1,008 calls, 0/s, 2 run, 5 wait");
}

TEST_CASE("rates are those since the earlier look, and the most active class comes first") {
  auto now = look("1000");
  set_rates(now, look("200"), 2.0);
  CHECK(now[0].name == "tally");
  CHECK(now[0].per_second == 400.0);
  auto again = look("100");  // a process has ended, and its counts with it
  set_rates(again, look("200"), 2.0);
  CHECK(again[1].per_second == 0.0);
  set_rates(now, look("200"), 0.0);
}

TEST_CASE("a table keeps to the lines and columns of the terminal") {
  std::vector<class_activity> many(100);
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::string(i + 1, 'x');
  for (const std::size_t columns : {20, 80, 200})
    for (const std::size_t lines : {2, 24, 200}) {
      const auto made = table_of(many, lines, columns);
      CHECK(made.size() <= lines);
      CHECK(made.size() >= std::min<std::size_t>(lines, 101) - 1);
      for (const std::string& line : made) CHECK(line.size() <= columns);
    }
  CHECK(table_of(many, 10, 80).back() == "and 92 more classes");
  CHECK(table_of({}, 10, 80).size() == 1);
}

TEST_CASE("a narrow table keeps its numbers and shortens names in their middle") {
  class_activity one;
  one.name = "outer::inner::a_class_of_a_long_name";
  one.calls = 123'456;
  one.objects = 7, one.waiting = 89;
  const auto made = table_of({one}, 24, 40);
  REQUIRE(made.size() == 2);
  CHECK(made[1].starts_with("outer::"));
  CHECK(made[1].find("..") != std::string::npos);
  CHECK(made[1].find("name ") != std::string::npos);
  CHECK(made[1].find("123,456") != std::string::npos);
  CHECK(made[1].ends_with(" 89"));
  CHECK(made[0].size() == made[1].size());
  CHECK(table_of({one}, 24, 20)[1].size() == 20);
}
