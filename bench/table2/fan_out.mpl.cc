// The smallest work that pays [TOCS96 4.4]: k workers that each compute once and whose results the
// caller awaits, against the same work in a loop. Also the timeline of such a run, as in Figure 11.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "bench/metg/task_graph.h"
#include "bench/samples.h"

// The time in which a worker computed; all processes of a host share the clock.
struct interval {
  double begin = 0, end = 0;
};

class [[mentat::persistent]] fan_worker {
 public:
  interval work(long iterations) {
    interval taken;
    taken.begin = mentat::bench::now_us();
    mentat::bench::compute_kernel(iterations);
    taken.end = mentat::bench::now_us();
    return taken;
  }
};

namespace mentat::bench {

static std::vector<fan_worker> workers;

struct timeline {
  double begin = 0, end = 0;
  std::vector<double> called;  // when each call was made
  std::vector<interval> worked;
};

static timeline fan_out(std::size_t k, long iterations) {
  timeline run;
  run.called.resize(k);
  run.worked.resize(k);
  std::vector<interval> results(k);
  run.begin = now_us();
  for (std::size_t i = 0; i < k; ++i) {
    results[i] = workers[i].work(iterations);
    run.called[i] = now_us();
  }
  for (std::size_t i = 0; i < k; ++i) run.worked[i] = results[i];
  run.end = now_us();
  return run;
}

static double sequential(std::size_t k, long iterations) {
  const double begin = now_us();
  for (std::size_t i = 0; i < k; ++i) compute_kernel(iterations);
  return now_us() - begin;
}

static double median(std::vector<double>& all) {
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                   all.end());
  return all[all.size() / 2];
}

// Whether the workers beat the loop; measures both in turn.
static bool pays(std::size_t k, long iterations) {
  std::vector<double> parallel, loop;
  for (int i = 0; i < 31; ++i) {
    const timeline run = fan_out(k, iterations);
    parallel.push_back(run.end - run.begin);
    loop.push_back(sequential(k, iterations));
  }
  return median(parallel) < median(loop);
}

static double time_of(long iterations) {
  std::vector<double> all;
  for (int i = 0; i < 31; ++i) all.push_back(sequential(1, iterations));
  return median(all);
}

static void smallest_that_pays(std::size_t k) {
  // 2 ms; on a busy machine nothing pays, and the search must end soon.
  constexpr long most = 1 << 17;
  long below = 0, above = 1;
  while (above <= most && !pays(k, above)) {
    below = above;
    above *= 2;
  }
  if (above > most) {
    std::fprintf(stderr, "table2: %zu workers never beat the loop\n", k);
    return;
  }
  for (int step = 0; step < 5 && above - below > 1; ++step) {
    const long middle = below + (above - below) / 2;
    (pays(k, middle) ? above : below) = middle;
  }
  const std::string row = "measured_k" + std::to_string(k);
  give_sample(row, time_of(above));
  give_sample(row + "_flop", 2.0 * 64 * static_cast<double>(above) + 64, "flop");
}

// Shows the run of median length of Figure 11: two workers, about 50 microseconds of work.
static void show_timeline() {
  const long iterations = std::max(1L, static_cast<long>(50 / (time_of(1024) / 1024)));
  std::vector<timeline> runs;
  for (int i = 0; i < 51; ++i) runs.push_back(fan_out(2, iterations));
  std::sort(runs.begin(), runs.end(),
            [](const timeline& a, const timeline& b) { return a.end - a.begin < b.end - b.begin; });
  const timeline& run = runs[runs.size() / 2];
  for (int i = 0; i < 2; ++i) {
    const std::string number = std::to_string(i + 1);
    give_sample("timeline_called_" + number, run.called[static_cast<std::size_t>(i)] - run.begin);
    give_sample("timeline_begun_" + number,
                run.worked[static_cast<std::size_t>(i)].begin - run.begin);
    give_sample("timeline_ended_" + number,
                run.worked[static_cast<std::size_t>(i)].end - run.begin);
  }
  give_sample("timeline_over", run.end - run.begin);
}

static int run() {
  workers.resize(4);
  for (fan_worker& each : workers) mentat::create(each);
  for (int i = 0; i < 100; ++i) fan_out(4, 10);
  for (int i = 0; i < 3; ++i) give_sample("kernel", (2 * 64 * 4096 + 64) / time_of(4096), "MFLOPS");
  smallest_that_pays(2);
  smallest_that_pays(4);
  show_timeline();
  return 0;
}

}  // namespace mentat::bench

int main() { return mentat::bench::run(); }
