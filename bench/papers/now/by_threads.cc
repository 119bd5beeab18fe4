#include "bench/papers/now/by_threads.h"

#include <atomic>
#include <barrier>
#include <span>
#include <thread>

namespace mentat::bench::papers {
namespace {

struct atomic_bound {
  std::atomic<int> least{INT_MAX};
  [[nodiscard]] int get() const { return least.load(std::memory_order_relaxed); }
  void offer(int found) {
    int now = get();
    while (found < now && !least.compare_exchange_weak(now, found)) {
    }
  }
};

template <class Work>
void in_threads(int workers, Work work) {
  std::vector<std::thread> threads;
  for (int me = 0; me < workers; ++me) threads.emplace_back([&work, me] { work(me); });
  for (std::thread& each : threads) each.join();
}

outcome jobs_by_threads(const problem& of, int workers) {
  atomic_bound bound;
  std::atomic<int> next{0};
  std::atomic<std::int64_t> value{0}, nodes{0};
  const int jobs = of.jobs();
  in_threads(workers, [&](int) {
    for (int job = next++; job < jobs; job = next++) {
      const outcome one = of.do_job(job, bound);
      nodes += one.nodes;
      value += one.value;
    }
  });
  if (of.has_bound()) value = bound.get();
  return {value, nodes};
}

// In step k nobody writes row k.
outcome rows_by_threads(const problem& of, int workers) {
  matrix<int> distances = of.edges();
  std::barrier step(workers);
  in_threads(workers, [&](int me) {
    const auto [first, last] = rows_of(me, workers, distances.size);
    for (int k = 0; k < distances.size; ++k) {
      for (int i = first; i < last; ++i)
        if (i != k) improve(distances.row(i), distances.row(k), k);
      step.arrive_and_wait();
    }
  });
  return {digest_of_rows(distances.numbers, distances.size, 0), 0};
}

}  // namespace

outcome by_threads(const problem& of, int workers) {
  return of.has_rows() ? rows_by_threads(of, workers) : jobs_by_threads(of, workers);
}

rows_of_worker::rows_of_worker(int me, int workers, const matrix<int>& edges) : size_(edges.size) {
  std::tie(first_, last_) = rows_of(me, workers, size_);
  const auto begin = edges.numbers.begin();
  rows_.assign(begin + std::ptrdiff_t{first_} * size_, begin + std::ptrdiff_t{last_} * size_);
}

std::vector<int> rows_of_worker::row(int k) const {
  const auto begin = rows_.begin() + std::ptrdiff_t{k - first_} * size_;
  return {begin, begin + size_};
}

void rows_of_worker::improve_by(int k, const std::vector<int>& row) {
  const auto width = static_cast<std::size_t>(size_);
  for (std::size_t at = 0; at < rows_.size(); at += width)
    improve(std::span(rows_).subspan(at, width), row, k);
}

}  // namespace mentat::bench::papers
