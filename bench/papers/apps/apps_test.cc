#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <string>

#include "bench/papers/apps/alpha_beta.h"
#include "bench/papers/apps/matrix.h"
#include "bench/papers/apps/shortest_paths.h"
#include "bench/papers/apps/tsp.h"
#include "mmps/base/random.h"

namespace mentat::bench::papers {
namespace {

tsp random_problem(int cities, std::uint64_t seed, bool closed, tsp::rule bounding) {
  std::vector<int> distances;
  for (const int each : random_matrix<int>(cities, seed).numbers) distances.push_back(each + 101);
  return {cities, distances, closed, bounding};
}

}  // namespace

TEST_CASE("a square of cities has the route around it") {
  // The corners of a unit square, times ten.
  const std::vector<int> distances = {0, 10, 14, 10, 10, 0, 10, 14, 14, 10, 0, 10, 10, 14, 10, 0};
  CHECK(solve(tsp(4, distances, true, tsp::rule::length)).length == 40);
  CHECK(solve(tsp(4, distances, false, tsp::rule::length)).length == 30);
}

TEST_CASE("branch and bound finds what dynamic programming finds") {
  for (int cities = 3; cities <= 11; ++cities)
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      for (const bool closed : {false, true})
        for (const tsp::rule bounding : {tsp::rule::length, tsp::rule::tree}) {
          CAPTURE(cities);
          CAPTURE(seed);
          const tsp problem = random_problem(cities, seed, closed, bounding);
          CHECK(solve(problem).length == solve_by_dynamic_programming(problem));
        }
}

TEST_CASE("dynamic programming goes up to 17 cities") {
  const tsp problem = random_problem(17, 5, true, tsp::rule::tree);
  CHECK(solve(problem).length == solve_by_dynamic_programming(problem));
}

TEST_CASE("twelve cities make the paper's 110 jobs, each once [DSM92 5]") {
  const tsp problem = random_problem(12, 1, false, tsp::rule::length);
  std::vector<int> seen;
  for (const tsp::job& each : problem.jobs()) {
    CHECK(each.second != 0);
    CHECK(each.third != 0);
    CHECK(each.second != each.third);
    seen.push_back(each.second * 12 + each.third);
  }
  std::sort(seen.begin(), seen.end());
  CHECK(seen.size() == 110);
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("a job that knows a short route visits fewer nodes and finds nothing longer") {
  struct fixed {
    int value;
    int offered = 0;
    [[nodiscard]] int get() const { return value; }
    void offer(int length) { value = length, ++offered; }
  };
  const tsp problem = random_problem(10, 3, true, tsp::rule::length);
  const tsp::job first = problem.jobs().front();
  fixed free{INT_MAX}, bounded{solve(problem).length};
  const tsp_result all = search(problem, first, free), few = search(problem, first, bounded);
  CHECK(few.nodes < all.nodes);
  CHECK(bounded.offered == 0);
  CHECK(few.length == INT_MAX);
  CHECK(all.length == free.value);
}

TEST_CASE("alpha-beta gives the value of minimax") {
  for (int fan_out = 1; fan_out <= 6; ++fan_out)
    for (int depth = 1; depth <= 5; ++depth)
      for (std::uint64_t evaluation = 1; evaluation <= 3; ++evaluation) {
        const hashed_tree tree(fan_out, depth, evaluation);
        CHECK(solve(tree).value == minimax(tree, hashed_tree::root(), depth));
      }
}

TEST_CASE("moves that are searched side by side give the same value, with more nodes") {
  const hashed_tree tree(12, 4, 1);
  const game_result alone = solve(tree);
  game_result together{.value = -hashed_tree::greatest - 1, .nodes = 1};
  for (int move = 0; move < tree.fan_out(); ++move) {
    const game_result found = value_of_move(tree, move, -hashed_tree::greatest - 1);
    together.value = std::max(together.value, found.value);
    together.nodes += found.nodes;
  }
  CHECK(together.value == alone.value);
  CHECK(together.nodes > alone.nodes);
}

TEST_CASE("a product by rows is that of the definition, bit by bit") {
  const matrix<double> a = random_matrix<double>(23, 1), b = random_matrix<double>(23, 2);
  std::vector<double> row(23);
  for (int i = 0; i < 23; ++i) {
    multiply_row<double>(a.row(i), b, row);
    for (std::size_t j = 0; j < 23; ++j) {
      double sum = 0;
      for (int k = 0; k < 23; ++k) sum += a.row(i)[static_cast<std::size_t>(k)] * b.row(k)[j];
      CHECK(std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(row[j]));
    }
  }
}

TEST_CASE("a digest differs if a number does") {
  std::vector<int> row = {1, 2, 3};
  const std::uint64_t before = digest_of<int>(row);
  CHECK(digest_of<int>(row) == before);
  std::swap(row[0], row[1]);
  CHECK(digest_of<int>(row) != before);
}

TEST_CASE("Floyd's distances are those of Dijkstra") {
  base::random chosen(7);
  matrix<int> edges = random_graph(60, 1);
  for (int& each : edges.numbers)
    if (each != 0 && chosen.below(10) != 0) each = no_path;
  matrix<int> distances = edges;
  floyd(distances);
  for (int from = 0; from < 60; ++from) {
    const std::vector<int> wanted = dijkstra(edges, from);
    const auto row = distances.row(from);
    for (std::size_t to = 0; to < 60; ++to)
      CHECK(std::min(row[to], no_path) == std::min(wanted[to], no_path));
  }
}

TEST_CASE("rows are divided evenly, and each has one owner") {
  for (int rows = 1; rows <= 40; ++rows)
    for (int processes = 1; processes <= rows; ++processes) {
      int before = 0;
      for (int p = 0; p < processes; ++p) {
        const auto [first, last] = rows_of(p, processes, rows);
        CHECK(first == before);
        CHECK(last - first <= rows / processes + 1);
        CHECK(last - first >= rows / processes);
        for (int row = first; row < last; ++row) CHECK(owner_of(row, processes, rows) == p);
        before = last;
      }
      CHECK(before == rows);
    }
}

}  // namespace mentat::bench::papers
