#include "rts/core/executing_unit.h"

namespace mentat {
namespace {

constinit thread_local std::atomic<std::uint64_t>* executing = nullptr;

}  // namespace

[[gnu::noinline]] void show_executing_unit_in(std::atomic<std::uint64_t>* place) {
  executing = place;
}

[[gnu::noinline]] std::uint64_t note_executing(std::uint64_t unit) {
  if (!executing) return 0;
  const std::uint64_t before = executing->load(std::memory_order_relaxed);
  if (before != unit) executing->store(unit, std::memory_order_relaxed);
  // For the compiler: the processor makes the stores of a killed thread visible.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return before;
}

}  // namespace mentat
