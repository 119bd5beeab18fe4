// One application of [DSM92 5] by one way of sharing, in the mode in which the program is started:
// main.cc starts it. Workers are calls of a regular class, one for each worker
// thread or process; only the shared state differs.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "bench/papers/sharing/kernels.h"

using namespace mentat::bench::papers;
using namespace mentat::literals;

struct order {
  int job = -1;  // -1: there is none left
  int bound = INT_MAX;
};

// rpc: hands out jobs, each with the bound of that moment.
class [[mentat::persistent]] manager {
 public:
  explicit manager(int jobs) : left_(jobs) {}
  order next(int found) {
    best_ = std::min(best_, found);
    order given;
    given.bound = best_;
    if (next_ < left_) given.job = next_++;
    return given;
  }
  int best() { return best_; }

 private:
  int left_, next_ = 0, best_ = INT_MAX;
};

// mentat: the bound that each call asks for when it begins.
class [[mentat::persistent]] kept_bound {
 public:
  int get() { return best_; }
  void offer(int found) { best_ = std::min(best_, found); }

 private:
  int best_ = INT_MAX;
};

// replicated: the bound that the inner loop reads.
class [[mentat::replicated]] shared_bound {
 public:
  int get() const { return best_; }
  void offer(int found) {
    if (found < best_) best_ = found;
  }

 private:
  int best_ = INT_MAX;
};

// rpc: rows of a matrix of distances, each of which many wait for.
class [[mentat::persistent]] row_board {
 public:
  void put(int k, std::vector<int> row) { rows_[k] = std::move(row); }
  std::vector<int> row(int k) {
    mentat::guard(rows_.contains(k));
    return rows_.at(k);
  }

 private:
  std::map<int, std::vector<int>> rows_;
};

namespace {

// The bound of a search that learns nothing while it runs.
struct given_bound {
  int least;
  int get() const { return least; }
  void offer(int found) { least = std::min(least, found); }
};

outcome part_of(const task& all, int job, int& best) {
  outcome mine;
  if (all.what == static_cast<int>(application::matrix)) {
    mine.value = static_cast<std::int64_t>(multiply(all.size, job));
    return mine;
  }
  given_bound bound{best};
  mine.nodes = search_job(all, job, bound).nodes;
  best = bound.least;
  return mine;
}

int next_job(mentat::space bag) { return bag.in("job"_name, mentat::formal<int>); }

void lower_bound(mentat::space bag, int found) {
  int now = bag.in("bound"_name, mentat::formal<int>);
  bag.out("bound"_name, std::min(now, found));
}

}  // namespace

class [[mentat::regular]] worker {
 public:
  // mentat: one job.
  outcome one(task all, int job, kept_bound bound) {
    int best = INT_MAX;
    if (all.what != static_cast<int>(application::matrix)) best = bound.get();
    const int before = best;
    outcome mine = part_of(all, job, best);
    if (best < before) bound.offer(best);
    return mine;
  }
  // rpc: jobs until none is left.
  outcome ask(task all, manager jobs) {
    outcome mine;
    int best = INT_MAX;
    for (;;) {
      order next = jobs.next(best);
      if (next.job < 0) break;
      best = next.bound;
      const outcome part = part_of(all, next.job, best);
      mine.value ^= part.value;
      mine.nodes += part.nodes;
    }
    return mine;
  }
  // replicated: the same, and the bound is read in the inner loop.
  outcome read(task all, manager jobs, shared_bound bound) {
    outcome mine;
    for (;;) {
      order next = jobs.next(INT_MAX);
      if (next.job < 0) break;
      mine.nodes += search_job(all, next.job, bound).nodes;
    }
    return mine;
  }
  // space: jobs are tuples, and so is the bound.
  outcome take(task all, mentat::space bag) {
    outcome mine;
    for (;;) {
      int job = next_job(bag);
      if (job < 0) break;
      int best = bag.rd("bound"_name, mentat::formal<int>);
      const int before = best;
      const outcome part = part_of(all, job, best);
      mine.value ^= part.value;
      mine.nodes += part.nodes;
      if (best < before) lower_bound(bag, best);
    }
    return mine;
  }
  // Rows [first, last) of all shortest paths; row k of each step from a board.
  std::vector<int> paths(int size, int me, int workers, row_board board) {
    std::vector<int> mine = begin(size, me, workers);
    const auto [first, last] = rows_of(me, workers, size);
    for (int k = 0; k < size; ++k) {
      std::vector<int> row(static_cast<std::size_t>(size));
      if (k >= first && k < last) {
        std::copy_n(mine.begin() + std::ptrdiff_t{k - first} * size, size, row.begin());
        board.put(k, row);
      } else {
        row = board.row(k);
      }
      step(mine, row, size, k);
    }
    return mine;
  }
  // The same; row k of each step from a space.
  std::vector<int> paths_in_space(int size, int me, int workers, mentat::space board) {
    std::vector<int> mine = begin(size, me, workers);
    const auto [first, last] = rows_of(me, workers, size);
    for (int k = 0; k < size; ++k) {
      std::vector<int> row(static_cast<std::size_t>(size));
      if (k >= first && k < last) {
        std::copy_n(mine.begin() + std::ptrdiff_t{k - first} * size, size, row.begin());
        board.out("row"_name, k, row);
      } else {
        row = board.rd("row"_name, k, mentat::formal<std::vector<int>>);
      }
      step(mine, row, size, k);
    }
    return mine;
  }

 private:
  static std::vector<int> begin(int size, int me, int workers) {
    const auto [first, last] = rows_of(me, workers, size);
    const std::vector<int>& all = graph_of(size).numbers;
    return {all.begin() + std::ptrdiff_t{first} * size, all.begin() + std::ptrdiff_t{last} * size};
  }
  static void step(std::vector<int>& mine, const std::vector<int>& row, int size, int k) {
    for (std::size_t at = 0; at < mine.size(); at += static_cast<std::size_t>(size))
      improve(std::span(mine).subspan(at, static_cast<std::size_t>(size)), row, k);
  }
};

namespace {

// shared_memory: threads, and atomic variables.
outcome by_threads(const task& all, int workers) {
  struct atomic_bound {
    std::atomic<int> least{INT_MAX};
    int get() const { return least.load(std::memory_order_relaxed); }
    void offer(int found) {
      int now = get();
      while (found < now && !least.compare_exchange_weak(now, found)) {
      }
    }
  } bound;
  std::atomic<int> next{0};
  std::atomic<std::int64_t> value{0}, nodes{0};
  const int jobs = jobs_of(all);
  std::vector<std::thread> threads;
  for (int me = 0; me < workers; ++me)
    threads.emplace_back([&] {
      for (int job = next++; job < jobs; job = next++) {
        if (all.what == static_cast<int>(application::matrix))
          value ^= static_cast<std::int64_t>(multiply(all.size, job));
        else
          nodes += search_job(all, job, bound).nodes;
      }
    });
  for (std::thread& each : threads) each.join();
  if (all.what != static_cast<int>(application::matrix)) value = bound.get();
  return {value, nodes};
}

outcome sum_of(std::vector<outcome>& parts) {
  outcome whole;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const outcome part = parts[at];
    whole.value ^= part.value;
    whole.nodes += part.nodes;
  }
  return whole;
}

outcome by_mentat(const task& all) {
  kept_bound bound;
  mentat::create(bound);
  const int jobs = jobs_of(all);
  std::vector<outcome> parts(static_cast<std::size_t>(jobs));
  worker w;
  for (int job = 0; job < jobs; ++job) parts[job] = w.one(all, job, bound);
  outcome whole = sum_of(parts);
  if (all.what != static_cast<int>(application::matrix)) whole.value = bound.get();
  return whole;
}

outcome by_rpc(const task& all, int workers) {
  manager jobs;
  mentat::create(jobs, jobs_of(all));
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.ask(all, jobs);
  outcome whole = sum_of(parts);
  if (all.what != static_cast<int>(application::matrix)) whole.value = jobs.best();
  return whole;
}

outcome by_replica(const task& all, int workers) {
  manager jobs;
  mentat::create(jobs, jobs_of(all));
  shared_bound bound;
  mentat::create(bound);
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.read(all, jobs, bound);
  outcome whole = sum_of(parts);
  whole.value = bound.get();
  return whole;
}

outcome by_space(const task& all, int workers) {
  mentat::space bag;
  mentat::create(bag);
  bag.out("bound"_name, INT_MAX);
  const int jobs = jobs_of(all);
  for (int job = 0; job < jobs; ++job) bag.out("job"_name, job);
  for (int me = 0; me < workers; ++me) bag.out("job"_name, -1 - me);
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.take(all, bag);
  outcome whole = sum_of(parts);
  if (all.what != static_cast<int>(application::matrix))
    whole.value = bag.rd("bound"_name, mentat::formal<int>);
  return whole;
}

outcome paths_by(const std::string& paradigm, const task& all, int workers) {
  std::vector<std::vector<int>> parts(static_cast<std::size_t>(workers));
  worker w;
  row_board board;
  mentat::create(board);
  mentat::space rows;
  mentat::create(rows);
  for (int me = 0; me < workers; ++me) {
    if (paradigm == "rpc")
      parts[me] = w.paths(all.size, me, workers, board);
    else
      parts[me] = w.paths_in_space(all.size, me, workers, rows);
  }
  std::vector<int> whole;
  for (int me = 0; me < workers; ++me) {
    const std::vector<int> part = parts[me];
    whole.insert(whole.end(), part.begin(), part.end());
  }
  return {static_cast<std::int64_t>(digest_of_rows(whole, all.size)), 0};
}

outcome by(const std::string& paradigm, const task& all, int workers) {
  if (paradigm == "by_hand") return sequential(all);
  if (all.what == static_cast<int>(application::shortest_paths))
    return paths_by(paradigm, all, workers);
  if (paradigm == "shared_memory") return by_threads(all, workers);
  if (paradigm == "mentat") return by_mentat(all);
  if (paradigm == "rpc") return by_rpc(all, workers);
  if (paradigm == "replicated") return by_replica(all, workers);
  return by_space(all, workers);
}

}  // namespace

// Arguments: application, size, paradigm, workers; main.cc has checked them.
int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("usage: program APPLICATION SIZE PARADIGM WORKERS\n", stderr);
    return 2;
  }
  const task all{std::atoi(argv[1]), std::atoi(argv[2])};
  const auto begin = std::chrono::steady_clock::now();
  const outcome found = by(argv[3], all, std::atoi(argv[4]));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f %lld %lld\n", took.count(), static_cast<long long>(found.value),
              static_cast<long long>(found.nodes));
  return 0;
}
