#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/work_bars.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mentat::command;
using mentat::host::rows_from_text;

namespace {

class_activity work(const std::string& name, unsigned long long calls, unsigned long long expected,
                    double per_second = 0) {
  class_activity made;
  made.name = name;
  made.calls = calls, made.expected = expected, made.per_second = per_second;
  return made;
}

unsigned long long expected_in(const char* text) {
  const auto all = activity_of(rows_from_text(text), {}, {});
  REQUIRE(all.size() == 1);
  return all[0].expected;
}

}  // namespace

TEST_CASE("a bar tells calls, percent, and the time left at the rate of now") {
  CHECK(progress_text(work("a", 1'834, 5'000)) == "1,834 of 5,000, 36 %");
  CHECK(progress_text(work("a", 1'000, 5'000, 500)) == "1,000 of 5,000, 20 %, 8 s left");
  CHECK(progress_text(work("a", 0, 1'000, 1)) == "0 of 1,000, 0 %, 16 min left");
  CHECK(progress_text(work("a", 0, 10'000, 1)) == "0 of 10,000, 0 %, 2 h 46 min left");
  CHECK(progress_text(work("a", 0, 1'000'000, 1)) == "0 of 1,000,000, 0 %, 11 days left");
  CHECK(bars_of({work("step", 5, 10)}, 1, 41).front() ==
        "step [##########..........] 5 of 10, 50 %");
}

TEST_CASE("100 % is all of it, and more than was expected is said") {
  CHECK(progress_text(work("a", 9'999, 10'000)) == "9,999 of 10,000, 99 %");
  CHECK(progress_text(work("a", 10'000, 10'000, 3)) == "10,000 of 10,000, 100 %");
  CHECK(progress_text(work("a", 12, 10, 3)) == "12 of 10, more than expected");
  const unsigned long long most = ~0ULL;
  CHECK(progress_text(work("a", most - 1, most, 1)).ends_with(", 99 %, 1 s left"));
  CHECK(progress_text(work("a", 0, most, 0.001)).ends_with(", 0 %"));  // not in our time
}

TEST_CASE("what processes expect is added up; nothing, or less, has no bar") {
  CHECK(expected_in("class\tname=a\texpected=5\nclass\tname=a\texpected=-2\nclass\tname=a\n") == 3);
  CHECK(expected_in("class\tname=a\texpected=2\nclass\tname=a\texpected=-5\n") == 0);
  CHECK(expected_in("class\tname=a\texpected=x\n") == 0);
  CHECK(expected_in("class\tname=a\texpected=9223372036854775807\n"
                    "class\tname=a\texpected=9223372036854775807\n") == 9'223'372'036'854'775'807);
  CHECK(expected_in("class\tname=a\texpected=-9223372036854775808\n"
                    "class\tname=a\texpected=-9223372036854775808\n") == 0);
  CHECK(expected_in("class\tname=a\texpected=99999999999999999999999\n") > 0);
  CHECK(bars_of({work("a", 5, 0)}, 10, 80).empty());
}

TEST_CASE("bars keep to the lines and columns that they are given, whatever the names") {
  std::vector<class_activity> many;
  for (std::size_t i = 0; i < 1'000; ++i)
    many.push_back(work(std::string(i % 300 + 1, 'x'), i, 2 * i + 1, 0.5));
  for (const std::size_t columns : {0, 3, 20, 80, 300})
    for (const std::size_t lines : {0, 1, 7, 2'000}) {
      const auto made = bars_of(many, lines, columns);
      CHECK(made.size() == std::min(lines, many.size()));
      CHECK(std::ranges::all_of(made, [&](const auto& line) { return line.size() <= columns; }));
    }
  CHECK(bars_of(many, 3, 80).back() == "and 998 more with expected calls");
}

TEST_CASE("a name with control characters and markup is text") {
  const auto all = activity_of(
      rows_from_text("class\tname=<b onclick=x>\x1b[2J\x07\texpected=4\tcalls=1\n"), {}, {});
  REQUIRE(all.size() == 1);
  for (const std::string& line : bars_of(all, 5, 100)) {
    CHECK(line.find("<b onclick=x>") != std::string::npos);
    CHECK(std::ranges::none_of(line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }));
  }
}
