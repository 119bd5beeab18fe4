#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bench/plot.h"

#include <doctest/doctest.h>

namespace mentat::bench {
namespace {

plot some() {
  return {
      "a < b",
      "hosts",
      "time",
      {{"line & more", {{1, 0}, {10, 5}, {100, 10}}, 'o', false}, {"bound", {{1, 20}}, '-', true}},
      10,
      true};
}

}  // namespace

TEST_CASE("the same curves give the same bytes, and text cannot break the SVG") {
  const std::string svg = as_svg(some());
  CHECK(svg == as_svg(some()));
  CHECK(svg.find("a &lt; b") != std::string::npos);
  CHECK(svg.find("line &amp; more") != std::string::npos);
  CHECK(svg.find("M70.0 340.0L310.0 190.0L550.0 40.0") != std::string::npos);
}

TEST_CASE("a curve may have the colour of another one") {
  plot drawn = some();
  CHECK(as_svg(drawn).find("#c0392b") != std::string::npos);
  drawn.curves[1].colour = 0;
  CHECK(as_svg(drawn).find("#c0392b") == std::string::npos);
}

TEST_CASE("the text form has each point at its place, without points that are too high") {
  const std::string text = as_text(some());
  CHECK(text.find("      10 +" + std::string(64, ' ') + "o\n") != std::string::npos);
  CHECK(text.find("         5 ") == std::string::npos);
  CHECK(text.find("       0 +o\n") != std::string::npos);
  CHECK(text.find("|" + std::string(32, ' ') + "o\n") != std::string::npos);
}

}  // namespace mentat::bench
