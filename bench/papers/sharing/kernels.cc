#include "bench/papers/sharing/kernels.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "mmps/base/random.h"

namespace mentat::bench::papers {
namespace {

// Makes the input of each size once.
template <class Input, class Make>
const Input& kept(int size, Make&& make) {
  static std::mutex making;
  static auto& all = *new std::map<int, std::unique_ptr<Input>>;  // beyond the end of main
  const std::lock_guard guard(making);
  std::unique_ptr<Input>& found = all[size];
  if (!found) found = std::make_unique<Input>(make());
  return *found;
}

struct own_bound {
  int least = INT_MAX;
  [[nodiscard]] int get() const { return least; }
  void offer(int value) { least = std::min(least, value); }
};

}  // namespace

const tsp& tsp_of(int size) {
  return kept<tsp>(size, [&] {
    base::random chance(1);
    std::vector<int> distances(static_cast<std::size_t>(size * size));
    for (int& each : distances) each = static_cast<int>(chance.below(100)) + 1;
    return tsp(size, std::move(distances), false, tsp::rule::length);
  });
}

const hashed_tree& tree_of(int size) {
  return kept<hashed_tree>(size, [&] { return hashed_tree(38, size, 1); });
}

const matrix<double>& factor_of(int size) {
  return kept<matrix<double>>(size, [&] { return random_matrix<double>(size, 1); });
}

const matrix<int>& graph_of(int size) {
  return kept<matrix<int>>(size, [&] { return random_graph(size, 1); });
}

int jobs_of(const task& of) {
  switch (static_cast<application>(of.what)) {
    case application::tsp:
      return static_cast<int>(tsp_of(of.size).jobs().size());
    case application::alpha_beta:
      return tree_of(of.size).fan_out();
    default:
      return (of.size + rows_of_job - 1) / rows_of_job;
  }
}

std::uint64_t multiply(int size, int job) {
  const matrix<double>& factor = factor_of(size);
  std::vector<double> product(static_cast<std::size_t>(size));
  std::uint64_t digest = 0;
  for (int row = job * rows_of_job; row < std::min(size, (job + 1) * rows_of_job); ++row) {
    multiply_row<double>(factor.row(row), factor, product);
    digest ^= digest_of<double>(product) + static_cast<std::uint64_t>(row);
  }
  return digest;
}

std::uint64_t digest_of_rows(const std::vector<int>& rows, int size) {
  std::uint64_t digest = 0;
  for (std::size_t at = 0; at < rows.size(); at += static_cast<std::size_t>(size))
    digest =
        digest * 31 + digest_of<int>(std::span(rows).subspan(at, static_cast<std::size_t>(size)));
  return digest;
}

outcome sequential(const task& of) {
  outcome whole;
  switch (static_cast<application>(of.what)) {
    case application::tsp:
    case application::alpha_beta: {
      own_bound bound;
      for (int job = 0; job < jobs_of(of); ++job) whole.nodes += search_job(of, job, bound).nodes;
      whole.value = bound.get();
      break;
    }
    case application::matrix: {
      std::uint64_t digest = 0;
      for (int job = 0; job < jobs_of(of); ++job) digest ^= multiply(of.size, job);
      whole.value = static_cast<std::int64_t>(digest);
      break;
    }
    case application::shortest_paths: {
      matrix<int> distances = graph_of(of.size);
      floyd(distances);
      whole.value = static_cast<std::int64_t>(digest_of_rows(distances.numbers, of.size));
      break;
    }
  }
  return whole;
}

}  // namespace mentat::bench::papers
