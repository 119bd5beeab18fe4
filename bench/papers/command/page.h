// What the command prints, and docs/papers.md with its plots. Deterministic.
#pragma once

#include <string>
#include <vector>

#include "bench/papers/command/record.h"

namespace mentat::bench::papers {

struct picture {
  std::string file, svg;
};

// The plots for which the record has figures.
std::vector<picture> pictures_of(const record& of);
// `folder`: that of the plots, as the page names it.
std::string page_of(const record& of, const std::string& folder);

// holds, misses, given, or nothing.
std::string verdict_of(const then::finding& row);
// A number with some four digits, or "-" for none.
std::string shown(double figure);
std::string shown(const std::optional<std::uint64_t>& count);

// A way of sharing whose speed-up with two processes on today's inputs is a goal of the project.
struct speed_up_goal {
  const char *application, *paradigm;
  double least;
};
const std::vector<speed_up_goal>& goals();

}  // namespace mentat::bench::papers
