#include "rts/record/shared_rings.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "rts/record/method_list.h"

namespace mentat::record {

constinit shared_rings* detail::mapped = nullptr;
// A forked child gets another one.
#if MENTAT_THREAD_VARIABLES_ARE_PLAIN
constinit thread_local ring* detail::ring_of_thread [[gnu::tls_model("initial-exec")]] = nullptr;
#else
[[gnu::noinline]] ring*& detail::place_of_ring() {
  static constinit thread_local ring* own [[gnu::tls_model("initial-exec")]] = nullptr;
  asm volatile("");
  return own;
}
#endif

namespace {

using detail::mapped;
using detail::ring_of_thread;

constexpr std::uint64_t rare_ns = 2'000;

std::string process_label;
std::atomic<std::uint32_t> workers_here{0};

constinit thread_local bool has_asked = false;

void forget_ring() {
  ring_of_thread = nullptr;
  has_asked = false;
}

// Gives the ring back when its thread ends.
struct end_of_thread {
  bool is_awaited = false;

  ~end_of_thread() {
    if (ring_of_thread)
      ring_of_thread->state.store(ring_state::released, std::memory_order_release);
    ring_of_thread = nullptr;
  }
};
thread_local end_of_thread at_end;

std::uint64_t ticks_in(tick_source source, std::uint64_t ns) {
  if (source == tick_source::system) return ns;
  constexpr std::uint64_t measured_ns = 1'000'000;
  const std::uint64_t from = nanoseconds_of(CLOCK_MONOTONIC), first = ticks_of(source);
  while (nanoseconds_of(CLOCK_MONOTONIC) < from + measured_ns) {
  }
  return std::max<std::uint64_t>((ticks_of(source) - first) * ns / measured_ns, 1);
}

void take(ring& one) {
  one.process.store(getpid(), std::memory_order_relaxed);
  one.worker.store(workers_here.fetch_add(1, std::memory_order_relaxed), std::memory_order_relaxed);
  for (std::size_t i = 0; i < one.label.size(); ++i)
    one.label[i].store(i < process_label.size() ? process_label[i] : '\0',
                       std::memory_order_relaxed);
}

}  // namespace

ring* detail::claim_ring() {
  if (!mapped || has_asked) return nullptr;
  has_asked = true;
  for (ring& one : mapped->rings) {
    auto free = ring_state::free;
    if (!one.state.compare_exchange_strong(free, ring_state::owned)) continue;
    take(one);
    at_end.is_awaited = true;
    ring_of_thread = &one;
    return &one;
  }
  mapped->unrecorded.fetch_add(1, std::memory_order_relaxed);
  return nullptr;
}

bool map_rings(level chosen) {
  (void)method_list();
  void* const memory = mmap(nullptr, sizeof(shared_rings), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  mapped = static_cast<shared_rings*>(memory);  // all zero is a shared_rings without owners
  mapped->level = chosen;
  mapped->source = best_tick_source();
  mapped->rare = ticks_in(mapped->source, rare_ns);
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(nullptr, nullptr, [] {
      forget_ring();
      workers_here.store(0, std::memory_order_relaxed);
    });
  });
  return true;
}

void unmap_rings() {
  if (!mapped) return;
  forget_ring();
  munmap(mapped, sizeof *mapped);
  mapped = nullptr;
}

void name_process(const std::string& label) { process_label = label; }

std::string last_calls_of(pid_t process) {
  if (!mapped) return {};
  constexpr std::size_t most_named = 2;
  std::vector<std::string> all, constructors;  // which are named last: they may be about to end
  for (const ring& one : mapped->rings) {
    if (one.state.load(std::memory_order_acquire) != ring_state::owned ||
        one.process.load(std::memory_order_relaxed) != process)
      continue;
    const std::uint16_t number = one.running().method();
    if (number < first_method || number >= method_list().size()) continue;
    const known_method& method = method_list()[number];
    (method.function == create_function ? constructors : all)
        .push_back(method.name + (method.defined_at.empty() ? "" : " (" + method.defined_at + ")"));
  }
  all.insert(all.end(), constructors.begin(), constructors.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_named); ++i)
    text += (i == 0 ? "; it was executing " : ", ") + all[i];
  if (all.size() > most_named) text += " and " + std::to_string(all.size() - most_named) + " more";
  return text;
}

}  // namespace mentat::record
