// The applications of [DSM92 5] in pieces that any way of sharing can hand out. Each process makes
// its input itself, from the size: only jobs, bounds, rows and results travel.
//
// Thread-safety: all functions.
#pragma once

#include <climits>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/papers/apps/alpha_beta.h"
#include "bench/papers/apps/matrix.h"
#include "bench/papers/apps/shortest_paths.h"
#include "bench/papers/apps/tsp.h"

namespace mentat::bench::papers {

enum class application : int { tsp, alpha_beta, matrix, shortest_paths };

// An application of a size: cities, depth, rows or nodes.
struct task {
  int what = 0;  // an `application`
  int size = 0;
};

struct outcome {
  std::int64_t value = 0;  // the same for each way of sharing
  std::int64_t nodes = 0;  // of a search; not the same
};

const tsp& tsp_of(int size);  // kept until the program ends
const hashed_tree& tree_of(int size);
const matrix<double>& factor_of(int size);  // of the product, multiplied by itself
const matrix<int>& graph_of(int size);

// How many jobs a search or a product has.
int jobs_of(const task& of);
constexpr int rows_of_job = 16;  // of a product

// The digest of the rows that a job of a product computes.
std::uint64_t multiply(int size, int job);

// Searches a job. `bound` has get() and offer(), as for search() of tsp.h; in a game, the negative
// value of the best move so far.
template <class Bound>
outcome search_job(const task& of, int job, Bound& bound) {
  if (of.what == static_cast<int>(application::tsp)) {
    static thread_local std::vector<tsp::job> jobs;
    static thread_local int made_of = 0;
    if (made_of != of.size) {
      jobs = tsp_of(of.size).jobs();
      made_of = of.size;
    }
    const tsp_result found = search(tsp_of(of.size), jobs[static_cast<std::size_t>(job)], bound);
    return {found.length, found.nodes};
  }
  const int best = bound.get();
  const game_result found =
      value_of_move(tree_of(of.size), job, best == INT_MAX ? -hashed_tree::greatest - 1 : -best);
  if (-found.value < best) bound.offer(-found.value);
  return {-found.value, found.nodes};
}

// What one process computes.
outcome sequential(const task& of);

// The digest of all rows of a matrix of distances.
std::uint64_t digest_of_rows(const std::vector<int>& rows, int size);

}  // namespace mentat::bench::papers
