// One application of [DSM92 5] by one way of sharing, in the mode in which the program is started:
// runs.cc starts it. Workers are calls of a regular class, one for each worker thread or process;
// only the shared state differs.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "bench/papers/now/by_threads.h"
#include "bench/papers/now/problem.h"
#include "bench/papers/then/r_linda_server.h"

using namespace mentat::bench::papers;
using namespace mentat::literals;

namespace {

// Of the input that the environment names.
const problem& the_problem() {
  static const problem* const made = [] {
    const char* const name = std::getenv("BENCH_PAPERS_INPUT");
    const char* const file = std::getenv("BENCH_PAPERS_FILE");
    if (!name) std::exit(2);
    input chosen = input_named(name);
    if (file && *file) chosen.file = file;
    auto read = problem::of(chosen);
    if (read) return new problem(std::move(*read));  // beyond the end of main
    std::fprintf(stderr, "%s\n", read.error().c_str());
    std::exit(2);
  }();
  return *made;
}

// Before the processes of the program are made, which then have it all.
[[maybe_unused]] const bool is_made = (the_problem(), true);

outcome part_of(int job, int& best) {
  own_bound bound{best};
  const outcome mine = the_problem().do_job(job, bound);
  best = bound.least;
  return mine;
}

}  // namespace

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

// r_linda: a tuple space that its clients poll. A tuple is the number of a job.
class [[mentat::persistent]] linda_server {
 public:
  void out(int job) { server_.out({"job", {job}}); }
  // The job, or -1 and a number by which to ask again.
  order in() {
    std::uint64_t id = 0;
    const auto found = server_.in({"job", {std::nullopt}}, true, id);
    order given;
    given.bound = static_cast<int>(id);
    if (found) given.job = static_cast<int>(found->fields[0]);
    return given;
  }
  bool check_found(int id) { return server_.check_found(static_cast<std::uint64_t>(id)); }
  int get(int id) {
    return static_cast<int>(server_.get(static_cast<std::uint64_t>(id))->fields[0]);
  }

 private:
  mentat::bench::then::r_linda_server server_;
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

// replicated: the same; each process has a copy.
class [[mentat::replicated]] replicated_rows {
 public:
  void put(int k, std::vector<int> row) { rows_[k] = std::move(row); }
  bool has(int k) const { return rows_.contains(k); }
  std::vector<int> row(int k) const { return rows_.at(k); }
  // Waits until the row is there.
  bool wait_for(int k) const {
    mentat::guard(rows_.contains(k));
    return true;
  }

 private:
  std::map<int, std::vector<int>> rows_;
};

// mentat: some rows of the matrix; the caller says which row of another block improves them.
class [[mentat::persistent]] row_block {
 public:
  row_block(int me, int workers) : mine_(me, workers, the_problem().edges()) {}
  std::vector<int> row(int k) { return mine_.row(k); }
  void improve_by(int k, std::vector<int> row) { mine_.improve_by(k, row); }
  std::int64_t digest() { return mine_.digest(); }

 private:
  rows_of_worker mine_;
};

namespace {

int next_job(mentat::space bag) { return bag.in("job"_name, mentat::formal<int>); }

void lower_bound(mentat::space bag, int found) {
  int now = bag.in("bound"_name, mentat::formal<int>);
  bag.out("bound"_name, std::min(now, found));
}

int polled_job(linda_server from) {
  order given = from.in();
  if (given.job != -1) return given.job;
  while (!from.check_found(given.bound)) {
  }
  return from.get(given.bound);
}

}  // namespace

class [[mentat::regular]] worker {
 public:
  // mentat: one job.
  outcome one(int job, kept_bound bound) {
    int best = INT_MAX;
    if (the_problem().has_bound()) best = bound.get();
    const int before = best;
    outcome mine = part_of(job, best);
    if (best < before) bound.offer(best);
    return mine;
  }
  // rpc: jobs until none is left.
  outcome ask(manager jobs) {
    outcome mine;
    int best = INT_MAX;
    for (;;) {
      order next = jobs.next(best);
      if (next.job < 0) break;
      best = next.bound;
      const outcome part = part_of(next.job, best);
      mine.value += part.value;
      mine.nodes += part.nodes;
    }
    return mine;
  }
  // replicated: the same, and the bound is read in the inner loop.
  outcome read(manager jobs, shared_bound bound) {
    outcome mine;
    for (;;) {
      order next = jobs.next(INT_MAX);
      if (next.job < 0) break;
      mine.nodes += the_problem().do_job(next.job, bound).nodes;
    }
    return mine;
  }
  // space, space_everywhere: jobs are tuples, and so is the bound.
  outcome take(mentat::space bag) {
    outcome mine;
    for (;;) {
      int job = next_job(bag);
      if (job < 0) break;
      int best = INT_MAX;
      if (the_problem().has_bound()) best = bag.rd("bound"_name, mentat::formal<int>);
      const int before = best;
      const outcome part = part_of(job, best);
      mine.value += part.value;
      mine.nodes += part.nodes;
      if (best < before) lower_bound(bag, best);
    }
    return mine;
  }
  // r_linda: the number of the next job is a tuple, as in the matrix program of [LINDA86 2.1].
  outcome poll(linda_server bag) {
    outcome mine;
    const int jobs = the_problem().jobs();
    for (;;) {
      const int job = polled_job(bag);
      bag.out(std::min(job + 1, jobs));
      if (job >= jobs) break;
      int best = INT_MAX;
      mine.value += part_of(job, best).value;
    }
    return mine;
  }
  // Rows of all shortest paths; row k of each step from a board.
  std::int64_t paths(int me, int workers, row_board board) {
    rows_of_worker mine(me, workers, the_problem().edges());
    for (int k = 0; k < mine.size(); ++k) {
      std::vector<int> row;
      if (mine.has(k)) {
        row = mine.row(k);
        board.put(k, row);
      } else {
        row = board.row(k);
      }
      mine.improve_by(k, row);
    }
    return mine.digest();
  }
  // The same; row k of each step from a space.
  std::int64_t paths_in_space(int me, int workers, mentat::space board) {
    rows_of_worker mine(me, workers, the_problem().edges());
    for (int k = 0; k < mine.size(); ++k) {
      std::vector<int> row;
      if (mine.has(k)) {
        row = mine.row(k);
        board.out("row"_name, k, row);
      } else {
        row = board.rd("row"_name, k, mentat::formal<std::vector<int>>);
      }
      mine.improve_by(k, row);
    }
    return mine.digest();
  }
  // The same; row k of each step from the copy that is here.
  std::int64_t paths_by_copies(int me, int workers, replicated_rows board) {
    rows_of_worker mine(me, workers, the_problem().edges());
    for (int k = 0; k < mine.size(); ++k) {
      std::vector<int> row;
      if (mine.has(k)) {
        row = mine.row(k);
        board.put(k, row);
      } else {
        if (!board.has(k)) await(board, k);
        row = board.row(k);
      }
      mine.improve_by(k, row);
    }
    return mine.digest();
  }

 private:
  static void await(replicated_rows board, int k) {
    if (!board.wait_for(k)) std::abort();
  }
};

namespace {

outcome sum_of(std::vector<outcome>& parts) {
  outcome whole;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const outcome part = parts[at];
    whole.value += part.value;
    whole.nodes += part.nodes;
  }
  return whole;
}

outcome by_mentat() {
  kept_bound bound;
  mentat::create(bound);
  const int jobs = the_problem().jobs();
  std::vector<outcome> parts(static_cast<std::size_t>(jobs));
  worker w;
  for (int job = 0; job < jobs; ++job) parts[job] = w.one(job, bound);
  outcome whole = sum_of(parts);
  if (the_problem().has_bound()) whole.value = bound.get();
  return whole;
}

outcome by_rpc(int workers) {
  manager jobs;
  mentat::create(jobs, the_problem().jobs());
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.ask(jobs);
  outcome whole = sum_of(parts);
  if (the_problem().has_bound()) whole.value = jobs.best();
  return whole;
}

outcome by_replica(int workers) {
  manager jobs;
  mentat::create(jobs, the_problem().jobs());
  shared_bound bound;
  mentat::create(bound);
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.read(jobs, bound);
  outcome whole = sum_of(parts);
  whole.value = bound.get();
  return whole;
}

mentat::space made_space(bool everywhere) {
  mentat::space made;
  if (everywhere)
    mentat::create(made, mentat::everywhere);
  else
    mentat::create(made);
  return made;
}

outcome by_space(int workers, bool everywhere) {
  mentat::space bag = made_space(everywhere);
  bag.out("bound"_name, INT_MAX);
  const int jobs = the_problem().jobs();
  for (int job = 0; job < jobs; ++job) bag.out("job"_name, job);
  for (int me = 0; me < workers; ++me) bag.out("job"_name, -1 - me);
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.take(bag);
  outcome whole = sum_of(parts);
  if (the_problem().has_bound()) whole.value = bag.rd("bound"_name, mentat::formal<int>);
  return whole;
}

outcome by_polling(int workers) {
  linda_server bag;
  mentat::create(bag);
  bag.out(0);
  std::vector<outcome> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.poll(bag);
  return sum_of(parts);
}

outcome sum_of(std::vector<std::int64_t>& parts) {
  std::uint64_t whole = 0;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const std::int64_t part = parts[at];
    whole += static_cast<std::uint64_t>(part);
  }
  return {static_cast<std::int64_t>(whole), 0};
}

outcome paths_by_mentat(int workers) {
  std::vector<row_block> blocks(static_cast<std::size_t>(workers));
  for (int me = 0; me < workers; ++me) mentat::create(blocks[me], me, workers);
  const int size = the_problem().edges().size;
  for (int k = 0; k < size; ++k) {
    std::vector<int> row = blocks[owner_of(k, workers, size)].row(k);
    for (int me = 0; me < workers; ++me) blocks[me].improve_by(k, row);
  }
  std::vector<std::int64_t> parts(static_cast<std::size_t>(workers));
  for (int me = 0; me < workers; ++me) parts[me] = blocks[me].digest();
  return sum_of(parts);
}

outcome paths_by_rpc(int workers) {
  row_board board;
  mentat::create(board);
  std::vector<std::int64_t> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.paths(me, workers, board);
  return sum_of(parts);
}

outcome paths_by_space(int workers, bool everywhere) {
  mentat::space board = made_space(everywhere);
  std::vector<std::int64_t> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.paths_in_space(me, workers, board);
  return sum_of(parts);
}

outcome paths_by_replica(int workers) {
  replicated_rows board;
  mentat::create(board);
  std::vector<std::int64_t> parts(static_cast<std::size_t>(workers));
  worker w;
  for (int me = 0; me < workers; ++me) parts[me] = w.paths_by_copies(me, workers, board);
  return sum_of(parts);
}

outcome by(const std::string& paradigm, int workers) {
  const problem& of = the_problem();
  if (paradigm == "by_hand") return of.solve();
  if (paradigm == "shared_memory") return by_threads(of, workers);
  if (paradigm == "mentat") return of.has_rows() ? paths_by_mentat(workers) : by_mentat();
  if (paradigm == "rpc") return of.has_rows() ? paths_by_rpc(workers) : by_rpc(workers);
  if (const bool everywhere = paradigm == "space_everywhere"; everywhere || paradigm == "space")
    return of.has_rows() ? paths_by_space(workers, everywhere) : by_space(workers, everywhere);
  if (paradigm == "r_linda") return by_polling(workers);
  return of.has_rows() ? paths_by_replica(workers) : by_replica(workers);
}

}  // namespace

// Arguments: paradigm, workers; runs.cc has checked them.
int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: program PARADIGM WORKERS\n", stderr);
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const outcome found = by(argv[1], std::atoi(argv[2]));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f %lld %lld\n", took.count(), static_cast<long long>(found.value),
              static_cast<long long>(found.nodes));
  return 0;
}
