// A timeline as SVG: lanes from top to bottom, time in microseconds from left to right.
// Deterministic.
#pragma once

#include <string>
#include <vector>

namespace mentat::bench {

struct bar {
  double begin = 0, end = 0;  // microseconds, begin <= end
  std::string text;
  bool waiting = false;  // drawn hollow
};

struct lane {
  std::string name;
  std::vector<bar> bars;
};

struct timeline {
  std::string title;
  std::vector<lane> lanes;
};

std::string as_svg(const timeline& drawn);

}  // namespace mentat::bench
