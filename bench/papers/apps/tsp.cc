#include "bench/papers/apps/tsp.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::bench::papers {
namespace {

struct own_bound {
  int least = INT_MAX;
  [[nodiscard]] int get() const { return least; }
  void offer(int length) { least = length; }
};

}  // namespace

tsp::tsp(int cities, std::vector<int> distances, bool closed, rule bounding)
    : cities_(cities), distances_(std::move(distances)), closed_(closed), rule_(bounding) {
  MENTAT_CHECK(cities >= 3 && cities <= most_cities, "a problem of 3 to 64 cities");
  MENTAT_CHECK(distances_.size() == static_cast<std::size_t>(cities * cities), "a square matrix");
  for (int from = 0; from < cities; ++from) {
    std::vector<int> others;
    for (int to = 0; to < cities; ++to)
      if (to != from) others.push_back(to);
    std::stable_sort(others.begin(), others.end(),
                     [&](int a, int b) { return distance(from, a) < distance(from, b); });
    nearest_.insert(nearest_.end(), others.begin(), others.end());
    for (int to = 0; to < cities; ++to)
      shorter_way_.push_back(std::min(distance(from, to), distance(to, from)));
  }
}

// Prim's algorithm.
int tsp::tree(int city, std::uint64_t left) const {
  std::array<int, most_cities> outside, near;  // what the tree does not have yet, and how far it is
  int count = 0, length = 0;
  const auto row = [&](int of) { return shorter_way_.data() + of * cities_; };
  const int* from = row(city);
  for (std::uint64_t rest = closed_ ? left | 1 : left; rest != 0; rest &= rest - 1) {
    const auto at = static_cast<std::size_t>(count++);
    outside[at] = std::countr_zero(rest);
    near[at] = from[outside[at]];
  }
  while (count > 0) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i)
      if (near[i] < near[nearest]) nearest = i;
    length += near[nearest];
    from = row(outside[nearest]);
    const auto last = static_cast<std::size_t>(--count);
    outside[nearest] = outside[last];
    near[nearest] = near[last];
    for (std::size_t i = 0; i < last; ++i) near[i] = std::min(near[i], from[outside[i]]);
  }
  return length;
}

std::vector<tsp::job> tsp::jobs() const {
  std::vector<job> all;
  for (const int second : nearest(0))
    for (const int third : nearest(second))
      if (third != 0) all.push_back({second, third});
  return all;
}

tsp_result solve(const tsp& problem) {
  own_bound bound;
  tsp_result whole;
  for (const tsp::job& each : problem.jobs()) {
    const tsp_result found = search(problem, each, bound);
    whole.nodes += found.nodes;
    whole.length = std::min(whole.length, found.length);
  }
  return whole;
}

int solve_by_dynamic_programming(const tsp& problem) {
  const int others = problem.cities() - 1;
  MENTAT_CHECK(others <= 16, "at most 17 cities");
  const std::size_t sets = std::size_t{1} << others;
  constexpr int none = INT_MAX / 2;
  // The shortest path from city 0 through all cities of a set that ends in `last`; city c is bit
  // c - 1.
  std::vector<int> best(sets * static_cast<std::size_t>(others), none);
  const auto at = [&](std::size_t set, int last) -> int& {
    return best[set * static_cast<std::size_t>(others) + static_cast<std::size_t>(last - 1)];
  };
  for (int city = 1; city <= others; ++city)
    at(std::size_t{1} << (city - 1), city) = problem.distance(0, city);
  for (std::size_t set = 1; set < sets; ++set)
    for (int last = 1; last <= others; ++last) {
      const int so_far = at(set, last);
      if ((set >> (last - 1) & 1) == 0 || so_far == none) continue;
      for (int next = 1; next <= others; ++next) {
        const std::size_t bit = std::size_t{1} << (next - 1);
        if ((set & bit) != 0) continue;
        int& longer = at(set | bit, next);
        longer = std::min(longer, so_far + problem.distance(last, next));
      }
    }
  int shortest = none;
  for (int last = 1; last <= others; ++last)
    shortest = std::min(shortest, at(sets - 1, last) + problem.way_home(last));
  return shortest;
}

}  // namespace mentat::bench::papers
