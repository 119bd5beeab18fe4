#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/config/repeated_lines.h"

#include <doctest/doctest.h>

namespace mentat::node {
namespace {

constexpr base::instant begin{1000 * base::second};

// Notes the text as often as it is written as it is.
void fill(repeated_lines& lines, const std::string& text) {
  for (std::uint64_t i = 0; i < repeated_lines::written_whole; ++i)
    CHECK(lines.note(text, begin) == text);
}

}  // namespace

TEST_CASE("the first lines of a text are written as they are, the others are counted at the end") {
  repeated_lines lines;
  fill(lines, "a");
  for (int i = 0; i < 895; ++i) CHECK_FALSE(lines.note("a", begin));
  CHECK(lines.note("b", begin) == "b");
  CHECK(lines.take_left_out() == std::vector<std::string>{"895 times more: a"});
  CHECK(lines.take_left_out().empty());
  CHECK(lines.note("a", begin) == "a");
}

TEST_CASE("one line each minute tells how many were left out") {
  repeated_lines lines;
  fill(lines, "a");
  CHECK_FALSE(lines.note("a", begin + repeated_lines::apart + -1));
  CHECK(lines.note("a", begin + repeated_lines::apart) == "2 times more: a");
  CHECK_FALSE(lines.note("a", begin + repeated_lines::apart));
  CHECK(lines.note("a", begin + 2 * repeated_lines::apart) == "2 times more: a");
  CHECK(lines.note("a", begin + 9 * repeated_lines::apart) == "once more: a");
  CHECK(lines.take_left_out().empty());
}

TEST_CASE("texts that are rare make room for others; beyond the limit all are written") {
  repeated_lines lines;
  fill(lines, "often");
  CHECK_FALSE(lines.note("often", begin));
  for (std::size_t i = 0; i < 3 * repeated_lines::most_texts; ++i)
    CHECK(lines.note("text " + std::to_string(i), begin));
  CHECK_FALSE(lines.note("often", begin));
  for (std::size_t i = 1; i < repeated_lines::most_texts; ++i)
    fill(lines, "also often " + std::to_string(i));
  for (int i = 0; i < 20; ++i) CHECK(lines.note("one too many", begin) == "one too many");
  CHECK(lines.take_left_out() == std::vector<std::string>{"2 times more: often"});
}

}  // namespace mentat::node
