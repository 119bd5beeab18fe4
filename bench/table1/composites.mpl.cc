// The composites of Table I: null calls, alone and in the pipeline of Figure 10, and creation and
// destruction of objects [TOCS96 4.3.5].
#include <mentat/mpl.h>

#include <sched.h>

#include <array>
#include <atomic>
#include <vector>

#include "bench/table1/cpu_time.h"
#include "bench/table1/program.h"

class [[mentat::persistent]] persistent_stage {
 public:
  int null_call(int n) { return n; }
};

class [[mentat::regular]] regular_stage {
 public:
  int null_call(int n) { return n; }
};

static std::atomic<int> living{0};

class [[mentat::persistent]] counted {
 public:
  counted() { ++living; }
  ~counted() { --living; }
  int null_call(int n) { return n; }
};

namespace mentat::bench {

void null_rpc_persistent(benchmark::State& state) {
  persistent_stage a;
  mentat::create(a);
  for (auto _ : state) {
    int n = a.null_call(1);
    benchmark::DoNotOptimize(n + 1);
  }
  mentat::destroy(a);
}

void null_rpc_regular(benchmark::State& state) {
  regular_stage a;
  for (auto _ : state) {
    int n = a.null_call(1);
    benchmark::DoNotOptimize(n + 1);
  }
}

// 25 values through four stages: 100 calls.
void pipelined_null_rpc_persistent(benchmark::State& state) {
  persistent_stage a, b, c, d;
  mentat::create(a);
  mentat::create(b);
  mentat::create(c);
  mentat::create(d);
  for (auto _ : state) {
    std::array<int, 25> results;
    for (int i = 0; i < 25; ++i) results[i] = d.null_call(c.null_call(b.null_call(a.null_call(i))));
    int sum = 0;
    for (int i = 0; i < 25; ++i) sum += results[i];
    benchmark::DoNotOptimize(sum);
  }
  mentat::destroy(a);
  mentat::destroy(b);
  mentat::destroy(c);
  mentat::destroy(d);
}

void pipelined_null_rpc_regular(benchmark::State& state) {
  regular_stage a;
  for (auto _ : state) {
    std::array<int, 25> results;
    for (int i = 0; i < 25; ++i) results[i] = a.null_call(a.null_call(a.null_call(a.null_call(i))));
    int sum = 0;
    for (int i = 0; i < 25; ++i) sum += results[i];
    benchmark::DoNotOptimize(sum);
  }
}

void cpu_time_of_null_rpc_regular(benchmark::State& state) {
  regular_stage a;
  const double before = cpu_time_of_program();
  for (auto _ : state) {
    std::array<int, 512> results;
    for (int i = 0; i < 512; ++i) results[i] = a.null_call(i);
    int sum = 0;
    for (int i = 0; i < 512; ++i) sum += results[i];
    benchmark::DoNotOptimize(sum);
    state.SetIterationTime(0);
  }
  state.SetIterationTime(cpu_time_of_program() - before);
}

constexpr std::size_t objects_at_once = 100;

// The number of living objects after `witness` was created.
static int living_with(counted& witness) {
  int answered = witness.null_call(1);
  benchmark::DoNotOptimize(answered + 1);
  return living;
}

// Waits until the destructors have run, if they run in this process; else (then `before` is 0)
// until another object of that process has answered a later call.
static void destroy_all(std::vector<counted>& objects, counted& witness, int before) {
  for (counted& each : objects) mentat::destroy(each);
  mentat::force();
  if (before == 0) {
    int answered = witness.null_call(1);
    benchmark::DoNotOptimize(answered + 1);
  }
  while (living > before) sched_yield();
}

void object_instantiation(benchmark::State& state) {
  counted witness;
  mentat::create(witness);
  const int before = living_with(witness);
  for (auto _ : state) {
    std::vector<counted> objects(objects_at_once);
    for (counted& each : objects) mentat::create(each);
    state.PauseTiming();
    destroy_all(objects, witness, before);
    state.ResumeTiming();
  }
  mentat::destroy(witness);
}

void object_destruction(benchmark::State& state) {
  counted witness;
  mentat::create(witness);
  const int before = living_with(witness);
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<counted> objects(objects_at_once);
    for (counted& each : objects) mentat::create(each);
    state.ResumeTiming();
    destroy_all(objects, witness, before);
  }
  mentat::destroy(witness);
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_table1(argc, argv); }
