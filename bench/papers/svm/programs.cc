#include "bench/papers/svm/programs.h"

#include <sched.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <span>

#include "bench/papers/now/by_threads.h"

namespace mentat::bench::svm {
namespace {

using papers::problem;

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

measured run_jobs(const setting& what, const problem& of, const papers::outcome& right) {
  const layout at(what.good);
  region pages(what.how, what.processes, 3);
  measured sum;
  sum.result = pages.run([&](process p) {
    shared_number counter(pages, at.counter);
    shared_bound bound(pages, at.best);
    region::report left;
    std::uint64_t values = 0;
    for (int n = counter.next(); n < of.jobs(); n = counter.next()) {
      const papers::outcome one = of.do_job(n, bound);
      left.nodes += static_cast<std::uint64_t>(one.nodes);
      values += static_cast<std::uint64_t>(one.value);
    }
    if (!of.has_bound()) {
      left.digest = values;
      return left;
    }
    // Other processes may still lower the bound: process 0 reports it when all have ended.
    shared_number ended(pages, at.rows);
    ended.next();
    while (p == 0 && ended.get() < static_cast<int>(what.processes)) sched_yield();
    if (p == 0) left.digest = static_cast<std::uint64_t>(bound.get());
    return left;
  });
  sum.right = sum.result.digest == static_cast<std::uint64_t>(right.value);
  return sum;
}

measured run_rows(const setting& what, const problem& of, const papers::outcome& right) {
  const layout at(what.good);
  const int n = of.edges().size;
  const std::size_t bytes =
      at.rows + static_cast<std::size_t>(n) * static_cast<std::size_t>(n + 1) * sizeof(int);
  region pages(what.how, what.processes, static_cast<page_number>(bytes / page_size + 1));
  measured sum;
  sum.result = pages.run([&](process p) {
    papers::rows_of_worker mine(static_cast<int>(p), static_cast<int>(what.processes), of.edges());
    shared_rows rows(pages, at.rows, n);
    std::vector<int> row_k(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) {
      if (mine.has(k)) {
        row_k = mine.row(k);
        rows.publish(k, row_k);
      } else {
        rows.wait_and_read(k, row_k);
      }
      mine.improve_by(k, row_k);
    }
    return region::report{0, static_cast<std::uint64_t>(mine.digest())};
  });
  sum.right = sum.result.digest == static_cast<std::uint64_t>(right.value);
  return sum;
}

}  // namespace

measured run(const setting& what, const problem& of, const papers::outcome& right) {
  return of.has_rows() ? run_rows(what, of, right) : run_jobs(what, of, right);
}

}  // namespace mentat::bench::svm
