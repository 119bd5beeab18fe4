#include "bench/in_process_kernels.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace mentat::bench {
namespace {

double now_ns() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct small_task {
  virtual ~small_task() = default;
  virtual long run(long n) = 0;
};

struct adding_task final : small_task {
  long run(long n) override { return n + of_the_size_of_a_call[0]; }
  long of_the_size_of_a_call[15] = {1};
};

[[gnu::noinline]] std::unique_ptr<small_task> make_task() {
  return std::make_unique<adding_task>();
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

double allocate_call_free(std::size_t times) {
  const double begin = now_ns();
  long sum = 0;
  for (std::size_t i = 0; i < times; ++i) {
    const std::unique_ptr<small_task> task = make_task();
    sum += task->run(1);
    asm volatile("" : "+r"(sum)::"memory");
  }
  return (now_ns() - begin) / static_cast<double>(times);
}

double pointer_queue_round_trip(std::size_t rounds) {
  alignas(64) std::atomic<small_task*> there{nullptr};
  alignas(64) std::atomic<small_task*> back{nullptr};
  std::atomic<bool> started{false};
  std::thread server([&] {
    started.store(true);
    for (std::size_t i = 0; i < rounds; ++i) {
      small_task* task;
      while (!(task = there.exchange(nullptr, std::memory_order_acquire))) relax();
      task->run(1);
      back.store(task, std::memory_order_release);
    }
  });
  while (!started.load()) std::this_thread::yield();
  adding_task task;
  const double begin = now_ns();
  for (std::size_t i = 0; i < rounds; ++i) {
    there.store(&task, std::memory_order_release);
    while (!back.exchange(nullptr, std::memory_order_acquire)) relax();
  }
  const double taken = now_ns() - begin;
  server.join();
  return taken / static_cast<double>(rounds);
}

long call_elsewhere(long n) { return n; }

double sum_of(std::span<const double> values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
  return sum;
}

}  // namespace mentat::bench
