// The travelling-salesman problem by branch and bound, nearest city first [DSM92 5]: a search tree
// whose first two levels are jobs, and a bound, the length of the shortest route so far, that all
// searches share. The caller says how the bound is shared.
//
// Thread-safety: a problem is not changed once it is made; any number of searches may use it.
#pragma once

#include <climits>
#include <cstdint>
#include <span>
#include <vector>

namespace mentat::bench::papers {

// Distances between cities; city 0 is the first of every route.
class tsp {
 public:
  static constexpr int most_cities = 64;

  enum class rule : std::uint8_t {
    length,  // a path is given up if it is as long as the bound: the paper's rule
    tree,    // the same with a spanning tree of the cities that are left: for larger problems
  };

  // `distances`: rows of a square matrix of numbers from 0 to 10^6. `closed`: a route returns to
  // city 0; else it ends in its last city. REQUIRES: 3 to most_cities cities.
  tsp(int cities, std::vector<int> distances, bool closed, rule bounding);

  [[nodiscard]] int cities() const { return cities_; }
  [[nodiscard]] int distance(int from, int to) const {
    return distances_[static_cast<std::size_t>(from * cities_ + to)];
  }
  // The other cities, the nearest first; of equal ones the lower number.
  [[nodiscard]] std::span<const int> nearest(int city) const {
    return std::span(nearest_).subspan(static_cast<std::size_t>(city * (cities_ - 1)),
                                       static_cast<std::size_t>(cities_ - 1));
  }
  // What completes a route that ends there.
  [[nodiscard]] int way_home(int city) const { return closed_ ? distance(city, 0) : 0; }
  // The length of the shortest tree that connects the city with all that are left, and with city 0
  // if routes are closed: no shorter way completes a route.
  [[nodiscard]] int tree(int city, std::uint64_t left) const;
  [[nodiscard]] rule bounding() const { return rule_; }

  struct job {
    int second = 0, third = 0;  // cities of the route behind city 0
  };
  // All routes of three cities, in the order in which a sequential search meets them.
  [[nodiscard]] std::vector<job> jobs() const;

 private:
  int cities_;
  std::vector<int> distances_, nearest_, shorter_way_;
  bool closed_;
  rule rule_;
};

struct tsp_result {
  int length = INT_MAX;  // of the shortest route that this search found; INT_MAX: none
  std::int64_t nodes = 0;
};

namespace tsp_detail {

template <class Bound>
class search {
 public:
  search(const tsp& problem, Bound& bound) : problem_(problem), bound_(bound) {}

  // `left`: the cities not on the path.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as there are cities
  void visit(int city, std::uint64_t left, int length) {
    ++found.nodes;
    if (length >= bound_.get()) return;
    if (left == 0) {
      const int whole = length + problem_.way_home(city);
      if (whole >= bound_.get()) return;
      bound_.offer(whole);
      found.length = whole;
      return;
    }
    if (problem_.bounding() == tsp::rule::tree &&
        length + problem_.tree(city, left) >= bound_.get())
      return;
    for (const int next : problem_.nearest(city)) {
      const std::uint64_t bit = std::uint64_t{1} << next;
      if ((left & bit) == 0) continue;
      visit(next, left & ~bit, length + problem_.distance(city, next));
    }
  }
  tsp_result found;

 private:
  const tsp& problem_;
  Bound& bound_;
};

}  // namespace tsp_detail

// Searches all routes of a job. `bound` has get(), the length that a route must beat, and
// offer(length), called for each route that does: then no get() gives more. Values that others
// offer may come at any time, or never.
template <class Bound>
tsp_result search(const tsp& problem, const tsp::job& job, Bound& bound) {
  const std::uint64_t all = (std::uint64_t{2} << (problem.cities() - 1)) - 1;
  const std::uint64_t on_path = 1 | std::uint64_t{1} << job.second | std::uint64_t{1} << job.third;
  tsp_detail::search<Bound> searching(problem, bound);
  searching.visit(job.third, all & ~on_path,
                  problem.distance(0, job.second) + problem.distance(job.second, job.third));
  return searching.found;
}

// The length of the shortest route, by one search of all jobs in turn.
tsp_result solve(const tsp& problem);

// The same by dynamic programming. REQUIRES: at most 17 cities (memory: 2^n * n ints).
int solve_by_dynamic_programming(const tsp& problem);

}  // namespace mentat::bench::papers
