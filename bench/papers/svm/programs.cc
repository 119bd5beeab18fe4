#include "bench/papers/svm/programs.h"

#include <sched.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <span>

#include "bench/papers/apps/alpha_beta.h"
#include "bench/papers/apps/matrix.h"
#include "bench/papers/apps/shortest_paths.h"
#include "bench/papers/apps/tsp.h"
#include "mmps/base/random.h"

namespace mentat::bench::svm {
namespace {

using papers::matrix;

constexpr int fan_out = 38;

/// A number in the region. Loads and stores may fault; the compiler keeps each.
class shared_number {
 public:
  shared_number(region& in, std::size_t offset)
      : in_(in), at_(reinterpret_cast<volatile int*>(in.memory() + offset)) {}
  int get() const { return *at_; }
  void lower_to(int value) {
    in_.lock(const_cast<const int*>(at_), sizeof(int), access::write);
    if (value < *at_) *at_ = value;
    in_.unlock(const_cast<const int*>(at_), sizeof(int));
  }
  int next() {
    in_.lock(const_cast<const int*>(at_), sizeof(int), access::write);
    const int before = *at_;
    *at_ = before + 1;
    in_.unlock(const_cast<const int*>(at_), sizeof(int));
    return before;
  }

 private:
  region& in_;
  volatile int* at_;
};

/// Where variables are. A region begins as zeroes, so the best value is kept as its distance from
/// INT_MAX / 2.
struct layout {
  explicit layout(bool good) : best(good ? page_size : 4), rows(good ? 2 * page_size : 8) {}
  std::size_t counter = 0, best, rows;
};

class shared_bound {
 public:
  shared_bound(region& in, std::size_t offset) : number_(in, offset) {}
  int get() const { return number_.get() + none; }
  void offer(int value) { number_.lower_to(value - none); }
  static constexpr int none = INT_MAX / 2;

 private:
  shared_number number_;
};

papers::tsp random_cities(int count) {
  base::random chance(1);
  std::vector<int> distances(static_cast<std::size_t>(count * count));
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < a; ++b) {
      const int distance = 1 + static_cast<int>(chance.below(100));
      distances[static_cast<std::size_t>(a * count + b)] = distance;
      distances[static_cast<std::size_t>(b * count + a)] = distance;
    }
  return {count, std::move(distances), true, papers::tsp::rule::length};
}

measured run_tsp(const setting& what) {
  const papers::tsp problem = random_cities(what.size);
  const std::vector<papers::tsp::job> jobs = problem.jobs();
  const layout at(what.good);
  region pages(what.how, what.processes, 3);
  measured sum;
  sum.result = pages.run([&](process p) {
    shared_number counter(pages, at.counter);
    shared_bound bound(pages, at.best);
    region::report left;
    for (auto n = static_cast<std::size_t>(counter.next()); n < jobs.size();
         n = static_cast<std::size_t>(counter.next()))
      left.nodes += static_cast<std::uint64_t>(papers::search(problem, jobs[n], bound).nodes);
    // Other processes may still lower the bound: process 0 reports it when all have ended.
    shared_number ended(pages, at.rows);
    ended.next();
    while (p == 0 && ended.get() < static_cast<int>(what.processes)) sched_yield();
    if (p == 0) left.digest = static_cast<std::uint64_t>(bound.get());
    return left;
  });
  sum.right = sum.result.digest == static_cast<std::uint64_t>(papers::solve(problem).length);
  return sum;
}

measured run_alpha_beta(const setting& what) {
  const papers::hashed_tree tree(fan_out, what.size, 1);
  const layout at(what.good);
  region pages(what.how, what.processes, 3);
  measured sum;
  sum.result = pages.run([&](process p) {
    shared_number counter(pages, at.counter);
    shared_bound worst(pages, at.best);  // the best value, negated
    region::report left;
    for (int move = counter.next(); move < fan_out; move = counter.next()) {
      const papers::game_result found =
          papers::value_of_move(tree, move, std::max(-worst.get(), -shared_bound::none + 1));
      left.nodes += static_cast<std::uint64_t>(found.nodes);
      worst.offer(-found.value);
    }
    shared_number ended(pages, at.rows);
    ended.next();
    while (p == 0 && ended.get() < static_cast<int>(what.processes)) sched_yield();
    if (p == 0) left.digest = static_cast<std::uint64_t>(-worst.get());
    return left;
  });
  sum.right = sum.result.digest == static_cast<std::uint64_t>(papers::solve(tree).value);
  return sum;
}

// Each process makes both matrices; rows are handed out, and their product stays where it is.
measured run_matrix(const setting& what) {
  const layout at(what.good);
  region pages(what.how, what.processes, 2);
  measured sum;
  const auto one_row = [](const matrix<int>& a, const matrix<int>& b, int n) {
    std::vector<int> product(static_cast<std::size_t>(a.size));
    papers::multiply_row<int>(a.row(n), b, product);
    return papers::digest_of<int>(product);
  };
  sum.result = pages.run([&](process) {
    shared_number counter(pages, at.counter);
    const matrix<int> a = papers::random_matrix<int>(what.size, 1);
    const matrix<int> b = papers::random_matrix<int>(what.size, 2);
    region::report left;
    for (int n = counter.next(); n < what.size; n = counter.next()) {
      left.digest += one_row(a, b, n);
      ++left.nodes;
    }
    return left;
  });
  const matrix<int> a = papers::random_matrix<int>(what.size, 1);
  const matrix<int> b = papers::random_matrix<int>(what.size, 2);
  std::uint64_t digest = 0;
  for (int n = 0; n < what.size; ++n) digest += one_row(a, b, n);
  sum.right = digest == sum.result.digest;
  return sum;
}

/// Row k in the region: its numbers, and behind them a one when they are all there.
class shared_rows {
 public:
  shared_rows(region& in, std::size_t offset, int size)
      : in_(in), offset_(offset), bytes_(static_cast<std::size_t>(size + 1) * sizeof(int)) {}
  void publish(int k, std::span<const int> row) {
    std::byte* const at = address(k);
    in_.lock(at, bytes_, access::write);
    std::memcpy(at, row.data(), row.size_bytes());
    const int there = 1;
    std::memcpy(at + row.size_bytes(), &there, sizeof there);
    in_.unlock(at, bytes_);
  }
  void wait_and_read(int k, std::span<int> row) {
    std::byte* const at = address(k);
    const volatile int* const there = reinterpret_cast<volatile int*>(at + row.size_bytes());
    while (*there == 0) sched_yield();
    std::memcpy(row.data(), at, row.size_bytes());
  }

 private:
  std::byte* address(int k) const {
    return in_.memory() + offset_ + static_cast<std::size_t>(k) * bytes_;
  }
  region& in_;
  const std::size_t offset_, bytes_;
};

measured run_shortest_paths(const setting& what) {
  const layout at(what.good);
  const int n = what.size;
  const std::size_t bytes =
      at.rows + static_cast<std::size_t>(n) * static_cast<std::size_t>(n + 1) * sizeof(int);
  region pages(what.how, what.processes, static_cast<page_number>(bytes / page_size + 1));
  measured sum;
  sum.result = pages.run([&](process p) {
    matrix<int> distances = papers::random_graph(n, 1);
    shared_rows rows(pages, at.rows, n);
    const auto [first, last] =
        papers::rows_of(static_cast<int>(p), static_cast<int>(what.processes), n);
    std::vector<int> row_k(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) {
      if (k >= first && k < last) {
        std::ranges::copy(distances.row(k), row_k.begin());
        rows.publish(k, row_k);
      } else {
        rows.wait_and_read(k, row_k);
      }
      for (int i = first; i < last; ++i) papers::improve(distances.row(i), row_k, k);
    }
    region::report left;
    left.nodes = static_cast<std::uint64_t>(last - first);
    const matrix<int>& result = distances;
    for (int i = first; i < last; ++i) left.digest += papers::digest_of<int>(result.row(i));
    return left;
  });
  matrix<int> distances = papers::random_graph(n, 1);
  papers::floyd(distances);
  const matrix<int>& result = distances;
  std::uint64_t digest = 0;
  for (int i = 0; i < n; ++i) digest += papers::digest_of<int>(result.row(i));
  sum.right = digest == sum.result.digest;
  return sum;
}

}  // namespace

const std::vector<std::string>& applications() {
  static const std::vector<std::string> all{"tsp", "alpha_beta", "matrix", "shortest_paths"};
  return all;
}

sizes sizes_of(const std::string& application) {
  if (application == "tsp") return {12, 4, 20};
  if (application == "alpha_beta") return {6, 2, 8};
  if (application == "matrix") return {250, 1, 4000};
  return {200, 1, 4000};
}

measured run(const setting& what) {
  setting chosen = what;
  if (chosen.size == 0) chosen.size = sizes_of(what.application).paper;
  if (what.application == "tsp") return run_tsp(chosen);
  if (what.application == "alpha_beta") return run_alpha_beta(chosen);
  if (what.application == "matrix") return run_matrix(chosen);
  return run_shortest_paths(chosen);
}

}  // namespace mentat::bench::svm
