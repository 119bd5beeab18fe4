#include "bench/papers/then/dsm_programs.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "bench/papers/then/svm_world.h"
#include "bench/papers/then/tables.h"
#include "mmps/base/check.h"

namespace mentat::bench::then {
namespace {

constexpr duration quantum = microseconds(2000);  // how long a search goes on between looks

bool is_central(paradigm as) {
  return as == paradigm::svm_central_bad || as == paradigm::svm_central_good;
}

struct run_of {
  run_of(paradigm as, std::size_t processors, const amoeba_costs& costs, int rows = 0,
         std::size_t row_bytes = 0, duration marshal = 0)
      : workers(is_central(as) ? processors - 1 : processors), on(processors) {
    MENTAT_CHECK(workers > 0, "a central manager has a processor of its own");
    const bool physical = as == paradigm::shared_memory;
    state = share(on, {as, workers, rows, row_bytes, marshal, physical ? no_costs() : costs});
  }

  dsm_measured finish() {
    MENTAT_CHECK(on.run(), "every worker ends");
    return {seconds(ended), nodes, state->net().messages(), state->net().bytes(), answer};
  }

  const std::size_t workers;
  machine on;
  std::unique_ptr<shared_state> state;
  std::uint64_t nodes = 0;
  instant ended = 0;
  int answer = 0;
};

task<> tsp_worker(run_of& run, std::size_t p, const cities& in, duration step) {
  shared_state& state = *run.state;
  const auto most = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(quantum / step));
  for (;;) {
    const std::uint32_t job = co_await state.take(p);
    if (job >= in.jobs()) break;
    tsp_search search(in, job);
    while (!search.ended()) {
      while (!state.is_here(p)) co_await state.fetch(p);
      const std::uint64_t nodes = search.run(state.best(p), most);
      run.nodes += nodes;
      co_await run.on.compute(p, step * static_cast<duration>(nodes));
      if (search.found() != 0) co_await state.improve(p, search.found());
    }
  }
  while (!state.is_here(p)) co_await state.fetch(p);
  run.answer = state.best(p);
  run.ended = std::max(run.ended, run.on.now());
}

// The best value is the root's, negated, because a state keeps the smallest.
task<> alpha_beta_worker(run_of& run, std::size_t p, hashed_tree& in, duration step) {
  shared_state& state = *run.state;
  for (;;) {
    const std::uint32_t job = co_await state.take(p);
    if (job >= hashed_tree::fan_out) break;
    while (!state.is_here(p)) co_await state.fetch(p);
    const int best = state.best(p);
    const int alpha = best == std::numeric_limits<int>::max() ? -1'000'000 : -best;
    const auto [value, nodes] = in.child(static_cast<int>(job), alpha);
    run.nodes += nodes;
    co_await run.on.compute(p, step * static_cast<duration>(nodes));
    co_await state.improve(p, -value);  // it may have been raised by others; the smallest wins
  }
  while (!state.is_here(p)) co_await state.fetch(p);
  run.answer = -state.best(p);
  run.ended = std::max(run.ended, run.on.now());
}

std::size_t first_row(std::size_t p, int rows, std::size_t workers) {
  return (p * static_cast<std::size_t>(rows) + workers - 1) / workers;
}

duration rows_of(std::size_t p, int rows, std::size_t workers) {
  return static_cast<duration>(first_row(p + 1, rows, workers) - first_row(p, rows, workers));
}

// Each worker makes both matrices itself, an element for the price of a step.
task<> matrix_worker(run_of& run, std::size_t p, int n, duration step) {
  co_await run.state->take(p);
  co_await run.on.compute(p, step * 2 * n * n);
  co_await run.on.compute(p, step * n * n * rows_of(p, n, run.workers));
  run.ended = std::max(run.ended, run.on.now());
}

task<> shortest_paths_worker(run_of& run, std::size_t p, int n, duration step) {
  for (int k = 0; k < n; ++k) {
    if (worker_of(k, n, run.workers) == p)
      co_await run.state->publish(p, k);
    else
      co_await run.state->row(p, k);
    co_await run.on.compute(p, step * n * rows_of(p, n, run.workers));
  }
  run.ended = std::max(run.ended, run.on.now());
}

}  // namespace

dsm_measured tsp_once(paradigm as, std::size_t processors, const cities& in, duration step,
                      const amoeba_costs& costs) {
  run_of run(as, processors, costs);
  for (std::size_t p = 0; p < run.workers; ++p) run.on.start(tsp_worker(run, p, in, step));
  return run.finish();
}

dsm_measured alpha_beta_once(paradigm as, std::size_t processors, hashed_tree& in, duration step,
                             const amoeba_costs& costs) {
  run_of run(as, processors, costs);
  for (std::size_t p = 0; p < run.workers; ++p) run.on.start(alpha_beta_worker(run, p, in, step));
  return run.finish();
}

dsm_measured matrix_once(paradigm as, std::size_t processors, int dimension, duration step,
                         const amoeba_costs& costs) {
  run_of run(as, processors, costs);
  for (std::size_t p = 0; p < run.workers; ++p)
    run.on.start(matrix_worker(run, p, dimension, step));
  return run.finish();
}

dsm_measured shortest_paths_once(paradigm as, std::size_t processors, int nodes, duration step,
                                 const amoeba_costs& costs) {
  run_of run(as, processors, costs, nodes, static_cast<std::size_t>(nodes) * 4, step * nodes);
  for (std::size_t p = 0; p < run.workers; ++p)
    run.on.start(shortest_paths_worker(run, p, nodes, step));
  return run.finish();
}

// ---- the suite ----------------------------------------------------------------------------------

dsm_suite::dsm_suite() {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    graphs_.emplace_back(12, seed);
    trees_.emplace_back(seed);
  }
}

std::uint64_t dsm_suite::steps_of_one(program what) {
  std::uint64_t& sum = steps_[static_cast<std::size_t>(what)];
  if (sum > 0) return sum;
  const auto as = paradigm::shared_memory;
  if (what == program::matrix) return sum = 250ull * 250 * 250 + 2 * 250 * 250;
  if (what == program::shortest_paths) return sum = 200ull * 200 * 200;
  for (std::size_t n = 0; n < 3; ++n)
    sum += (what == program::tsp ? tsp_once(as, 1, graphs_[n], 1000)
                                 : alpha_beta_once(as, 1, trees_[n], 1000))
               .nodes;
  return sum = (sum + 1) / 3;
}

duration dsm_suite::step(program what, paradigm as) {
  const double of_one = dsm92_seconds(static_cast<std::size_t>(what), static_cast<std::size_t>(as),
                                      is_central(as) ? 2 : 1);
  return static_cast<duration>(of_one * 1e9 / static_cast<double>(steps_of_one(what)));
}

dsm_measured dsm_suite::run(program what, paradigm as, std::size_t processors,
                            const amoeba_costs& costs) {
  const duration of = step(what, as);
  if (what == program::matrix) return matrix_once(as, processors, 250, of, costs);
  if (what == program::shortest_paths) return shortest_paths_once(as, processors, 200, of, costs);
  dsm_measured sum;
  for (std::size_t n = 0; n < 3; ++n) {
    const dsm_measured one = what == program::tsp
                                 ? tsp_once(as, processors, graphs_[n], of, costs)
                                 : alpha_beta_once(as, processors, trees_[n], of, costs);
    sum.seconds += one.seconds / 3;
    sum.nodes += one.nodes / 3;
    sum.messages += one.messages / 3;
    sum.bytes += one.bytes / 3;
    sum.answer += one.answer;
  }
  return sum;
}

}  // namespace mentat::bench::then
