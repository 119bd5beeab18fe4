// The applications of [DSM92 5] with their inputs, in pieces that any way of sharing can hand out.
// Each process has the whole input: only jobs, bounds, rows and results travel.
//
// Thread-safety: a problem is not changed once it is made; all functions.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "bench/papers/apps/alpha_beta.h"
#include "bench/papers/apps/matrix.h"
#include "bench/papers/apps/shortest_paths.h"
#include "bench/papers/apps/tsp.h"
#include "bench/papers/inputs/readers.h"

namespace mentat::bench::papers {

// In the order of [DSM92 App. A].
inline const std::vector<std::string> applications{"tsp", "alpha_beta", "matrix", "shortest_paths"};

struct input {
  std::string application, name;
  std::string set;           // paper, today, or smoke
  std::string file;          // empty: made from a seed
  std::string package = {};  // of Debian, with the file
};

// All inputs; those of an application in the order of their sets. `file` is where Debian has it.
const std::vector<input>& inputs();
// REQUIRES: one of inputs().
const input& input_named(const std::string& name);

struct outcome {
  std::int64_t value = 0;  // the same for each way of sharing
  std::int64_t nodes = 0;  // of a search; not the same
};

template <class Number>
struct factors {
  matrix<Number> left, right;
};
struct graph {
  matrix<int> edges;
};

class problem {
 public:
  // Errors: one line about the file of the input.
  static read<problem> of(const input& chosen);

  // Whether its processes share rows, and not jobs.
  [[nodiscard]] bool has_rows() const { return std::holds_alternative<graph>(data_); }
  [[nodiscard]] int jobs() const;
  // Whether searches share a bound. Then the least bound is the value of the problem; else the sum
  // of the values of all jobs.
  [[nodiscard]] bool has_bound() const {
    return std::holds_alternative<tsp>(data_) || std::holds_alternative<hashed_tree>(data_);
  }
  // `bound` has get() and offer(), as for search() of tsp.h; in a game, the negative value of the
  // best move so far. REQUIRES: 0 <= job < jobs().
  template <class Bound>
  outcome do_job(int job, Bound& bound) const {
    if (const auto* cities = std::get_if<tsp>(&data_)) {
      const tsp_result found = search(*cities, routes_[static_cast<std::size_t>(job)], bound);
      return {found.length, found.nodes};
    }
    if (const auto* tree = std::get_if<hashed_tree>(&data_)) {
      const int best = bound.get();
      const int known = std::max(-best, -hashed_tree::greatest - 1);
      const game_result found = value_of_move(*tree, job, known);
      if (-found.value < best) bound.offer(-found.value);
      return {-found.value, found.nodes};
    }
    return do_alone(job);
  }
  // What one process computes.
  [[nodiscard]] outcome solve() const;
  // REQUIRES: has_rows().
  [[nodiscard]] const matrix<int>& edges() const { return std::get<graph>(data_).edges; }

 private:
  using data = std::variant<tsp, hashed_tree, std::vector<chess_problem>, factors<int>,
                            factors<double>, graph>;
  explicit problem(data of);
  [[nodiscard]] outcome do_alone(int job) const;

  data data_;
  std::vector<tsp::job> routes_;
};

// The bound of a process that learns nothing of others while it searches.
struct own_bound {
  int least = INT_MAX;
  [[nodiscard]] int get() const { return least; }
  void offer(int value) { least = std::min(least, value); }
};

// A number for the rows [first, ...) of all shortest ways; the whole has the sum of its parts.
std::int64_t digest_of_rows(const std::vector<int>& rows, int size, int first);

}  // namespace mentat::bench::papers
