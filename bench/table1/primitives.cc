#include <array>
#include <memory>
#include <vector>

#include "bench/table1/program.h"
#include "mmps/wire/mentat_message.h"
#include "rts/api/call.h"
#include "rts/core/predicate_manager.h"
#include "rts/core/rv_table.h"

namespace mentat::bench {
namespace {

class actor;  // only its name is needed
using actor_method = method<actor, 101, int(int, int)>;
using actor_call = call<actor_method>;

constexpr class_description actor_description{"actor", kind::regular, 1};
const class_info actor_class{&actor_description, {}, nullptr, nullptr, nullptr, nullptr};

class counting_scheduler final : public scheduler {
 public:
  void ready(computation_instance&) override { ++ready_; }
  void ready(server_object&) override { ++ready_; }

 private:
  std::size_t ready_ = 0;
};

// An arc without a consumer: only the producer's side is measured.
struct plain_arc : arc {
  plain_arc() {
    deliver = [](arc&, computation_instance&, bool, scheduler&) {};
  }
};

// `width` arcs from one actor, and the completion that sends its value along them.
void construct_future(benchmark::State& state, std::size_t width) {
  counting_scheduler runs_on;
  std::vector<plain_arc> arcs(width);
  for (auto _ : state) {
    cip<int> producer(new actor_call(&actor_class, 4, 5));
    for (plain_arc& each : arcs) draw_arc(*producer, each, runs_on);
    producer->set_value(9);
    complete(*producer, runs_on);
  }
}

struct small_task {
  virtual ~small_task() = default;
  virtual long run(long n) = 0;
};

struct task_of_the_size_of_a_call final : small_task {
  long run(long n) override { return n + state[0]; }
  long state[15] = {1};
};

[[gnu::noinline]] std::unique_ptr<small_task> make_task() {
  return std::make_unique<task_of_the_size_of_a_call>();
}

}  // namespace

void allocate_call_free(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(make_task()->run(1));
}

void new_delete_message(benchmark::State& state) {
  for (auto _ : state) {
    auto made = std::make_unique<mmps::mentat_message>();
    made->header.function = 101;
    benchmark::DoNotOptimize(made.get());
  }
}

void new_delete_computation_instance(benchmark::State& state) {
  for (auto _ : state) {
    cip<int> made(new actor_call(&actor_class, 4, 5));
    benchmark::DoNotOptimize(&*made);
  }
}

void add_arc(benchmark::State& state) {
  constexpr std::size_t batch = 1000;
  counting_scheduler runs_on;
  std::array<plain_arc, batch> arcs;
  for (auto _ : state) {
    cip<int> producer(new actor_call(&actor_class, 4, 5));
    for (plain_arc& each : arcs) draw_arc(*producer, each, runs_on);
    benchmark::DoNotOptimize(&*producer);
  }
}

void construct_future_short(benchmark::State& state) { construct_future(state, 1); }
void construct_future_100(benchmark::State& state) { construct_future(state, 100); }

// The table of a function with sixteen delayed variables.
constexpr std::size_t variables = 16;

void rv_table_insert(benchmark::State& state) {
  std::array<int, variables> memory{};
  for (auto _ : state) {
    rv_table table;
    for (int& each : memory) {
      auto* made = new actor_call(&actor_class, 4, 5);
      table.insert({reinterpret_cast<std::uintptr_t>(&each), sizeof each, made, nullptr, nullptr});
    }
  }
}

void rv_table_lookup(benchmark::State& state) {
  std::array<int, variables> memory{};
  rv_table table;
  for (int& each : memory) {
    auto* made = new actor_call(&actor_class, 4, 5);
    table.insert({reinterpret_cast<std::uintptr_t>(&each), sizeof each, made, nullptr, nullptr});
  }
  for (auto _ : state)
    for (int& each : memory) benchmark::DoNotOptimize(table.find(&each, sizeof each));
}

void block_predicate(benchmark::State& state) {
  token_database units;
  auto* unit = new actor_call(&actor_class, 4, 5);
  for (auto _ : state) {
    units.deposit(*unit);
    predicate_manager predicate(2);
    predicate.enable_operation(0, 101);
    predicate.enable_operation(1, 102);
    const auto accepted = predicate.find(units);
    benchmark::DoNotOptimize(accepted->unit);
  }
  unit->release();
}

}  // namespace mentat::bench
