// Plots curves as SVG and as text. Deterministic: the same curves give the same bytes. Values, no
// state; thread-safe. REQUIRES: at least one curve, each with at least one point; finite numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mentat::bench {

struct curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // ascending x
  char mark = '*';                                // in text
  bool dashed = false;                            // a bound, not a measurement
  int colour = -1;                                // of the palette; -1: that of its place
};

struct plot {
  std::string title, x, y;
  std::vector<curve> curves;
  double highest = 0;        // the y axis ends here; higher points are cut off
  bool logarithmic = false;  // the x axis
};

std::string as_svg(const plot& drawn);
std::string as_text(const plot& drawn);

}  // namespace mentat::bench
