// Lower bounds for the cost of a call. `limits allocation`: an object of the size of a call is
// allocated, called and freed. `limits queue`: a pointer goes to a thread on another core and back;
// both poll for it and yield now and then. `limits memcpy`: the argument is copied once.
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include "bench/pause.h"
#include "bench/peers/calls.h"
#include "bench/peers/placement.h"

namespace mentat::bench {
namespace {

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

class allocation final : public callee {
 public:
  void start(std::size_t) override { sum_ += make_task()->run(1); }
  void finish() override {}

 private:
  std::atomic<long> sum_ = 0;
};

class pointer_queue final : public callee {
 public:
  pointer_queue() {
    stay_on_core(0);
    std::thread([this] {
      stay_on_core(1);
      for (;;) {
        small_task* const task = await(there_);
        task->run(1);
        back_.store(task, std::memory_order_release);
      }
    }).detach();
  }
  void start(std::size_t) override { there_.store(&task_, std::memory_order_release); }
  void finish() override { await(back_); }
  [[nodiscard]] std::size_t max_outstanding() const override { return 1; }

 private:
  static small_task* await(std::atomic<small_task*>& where) {
    for (int polls = 0;; ++polls) {
      if (small_task* found = where.exchange(nullptr, std::memory_order_acquire)) return found;
      if (polls % 64 == 63)
        sched_yield();
      else
        pause_core();
    }
  }

  alignas(64) std::atomic<small_task*> there_{nullptr};
  alignas(64) std::atomic<small_task*> back_{nullptr};
  task_of_the_size_of_a_call task_;
};

class copy final : public callee {
 public:
  void start(std::size_t bytes) override {
    const std::vector<char>& argument = argument_of(bytes);
    if (copied_.size() < bytes) copied_.resize(bytes);
    std::memcpy(copied_.data(), argument.data(), bytes);
    asm volatile("" : : "r"(copied_.data()) : "memory");
  }
  void finish() override {}

 private:
  std::vector<char> copied_;
};

template <class System>
int measure(int argc, char** argv) {
  static System system;  // its thread outlives main
  const int status = measure_calls(argc - 1, argv + 1, system);
  std::fflush(stdout);
  std::_Exit(status);
}

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  using namespace mentat::bench;
  const std::string which = argc > 1 ? argv[1] : "";
  if (which == "allocation") return measure<allocation>(argc, argv);
  if (which == "queue") return measure<pointer_queue>(argc, argv);
  if (which == "memcpy") return measure<copy>(argc, argv);
  return 2;
}
