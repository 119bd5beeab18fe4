#include "mmps/base/block_pool.h"

#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MENTAT_PLAIN_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MENTAT_PLAIN_BLOCKS 1
#endif
#endif

namespace mentat::base {
namespace {

std::atomic<std::size_t> limit_bytes{std::numeric_limits<std::size_t>::max()};
std::atomic<std::size_t> carved_bytes{0};
std::atomic<std::size_t> flagged_above{std::numeric_limits<std::size_t>::max()};
std::atomic<std::atomic<bool>*> growth_flag{nullptr};

#ifndef MENTAT_PLAIN_BLOCKS

constexpr std::size_t class_count = block_pool::largest / block_pool::granule;
constexpr std::size_t chunk_bytes = 64 * 1024;
constexpr unsigned batch = 64;  // blocks that move between a cache and the store together

struct free_block {
  free_block* next;
  free_block* next_batch;  // only in the first block of a batch in the store
};

struct free_list {
  free_block* head = nullptr;
  unsigned count = 0;
};

struct shared_store {
  std::mutex lock;
  free_block* batches = nullptr;
};

std::array<shared_store, class_count>& stores() {
  static auto* all = new std::array<shared_store, class_count>;  // outlives every thread
  return *all;
}

struct thread_cache {
  std::array<free_list, class_count> lists{};
  bool registered = false;
};
constinit thread_local thread_cache cache;

[[gnu::noinline]] void spill(std::size_t index, free_list& list, unsigned count) {
  free_block* first = list.head;
  free_block* last = first;
  for (unsigned i = 1; i < count; ++i) last = last->next;
  list.head = last->next;
  list.count -= count;
  last->next = nullptr;
  auto& store = stores()[index];
  std::lock_guard guard(store.lock);
  first->next_batch = store.batches;
  store.batches = first;
}

// Gives the cached blocks of an ending thread to the store.
struct cache_flusher {
  ~cache_flusher() {
    for (std::size_t i = 0; i < class_count; ++i)
      while (cache.lists[i].count != 0)
        spill(i, cache.lists[i], cache.lists[i].count < batch ? cache.lists[i].count : batch);
  }
};
thread_local cache_flusher flusher;

void carve(std::size_t index, free_list& list) {
  const std::size_t size = (index + 1) * block_pool::granule;
  const std::size_t most = limit_bytes.load(std::memory_order_relaxed);
  const std::size_t carved =
      carved_bytes.fetch_add(chunk_bytes, std::memory_order_relaxed) + chunk_bytes;
  if (carved > flagged_above.load(std::memory_order_relaxed))
    if (std::atomic<bool>* const flag = growth_flag.load(std::memory_order_acquire))
      flag->store(true, std::memory_order_relaxed);
  if (carved > most) {
    carved_bytes.fetch_sub(chunk_bytes, std::memory_order_relaxed);
    throw pool_exhausted{most};
  }
  auto* chunk =
      static_cast<std::byte*>(::operator new(chunk_bytes, std::align_val_t{64}, std::nothrow));
  if (!chunk) {
    carved_bytes.fetch_sub(chunk_bytes, std::memory_order_relaxed);
    throw std::bad_alloc();
  }
  for (std::size_t at = chunk_bytes / size; at-- > 0;) {
    auto* block = reinterpret_cast<free_block*>(chunk + at * size);
    block->next = list.head;
    list.head = block;
    ++list.count;
  }
}

// A thread that only gives blocks back also has some in its cache when it ends.
[[gnu::noinline]] void register_thread() {
  cache.registered = true;
  static_cast<void>(&flusher);  // the first use constructs it, so that the thread's end runs it
}

[[gnu::noinline]] void refill(std::size_t index, free_list& list) {
  if (!cache.registered) register_thread();
  {
    auto& store = stores()[index];
    std::lock_guard guard(store.lock);
    if (free_block* first = store.batches) {
      store.batches = first->next_batch;
      list.head = first;
      for (free_block* at = first; at; at = at->next) ++list.count;
      return;
    }
  }
  carve(index, list);
}

#endif

}  // namespace

#ifdef MENTAT_PLAIN_BLOCKS

void* block_pool::take_cached(std::size_t) noexcept { return nullptr; }

void* block_pool::take_new(std::size_t size) {
  if (size > largest) return ::operator new(size);
  const std::size_t most = limit_bytes.load(std::memory_order_relaxed);
  if (carved_bytes.fetch_add(size, std::memory_order_relaxed) + size > most) {
    carved_bytes.fetch_sub(size, std::memory_order_relaxed);
    throw pool_exhausted{most};
  }
  return ::operator new(size);
}

void block_pool::give_back(void* block, std::size_t size) noexcept {
  if (size <= largest) carved_bytes.fetch_sub(size, std::memory_order_relaxed);
  ::operator delete(block);
}

#else

// The usual path needs no stack frame: rare cases are out of line.
void* block_pool::take_cached(std::size_t size) noexcept {
  if (size > largest) [[unlikely]]
    return nullptr;
  free_list& list = cache.lists[(size - 1) / granule];
  free_block* const block = list.head;
  if (!block) [[unlikely]]
    return nullptr;
  list.head = block->next;
  --list.count;
  return block;
}

void* block_pool::take_new(std::size_t size) {
  if (size > largest) return ::operator new(size);
  const std::size_t index = (size - 1) / granule;
  refill(index, cache.lists[index]);
  return take_cached(size);
}

void block_pool::give_back(void* memory, std::size_t size) noexcept {
  if (size > largest) return ::operator delete(memory);
  const std::size_t index = (size - 1) / granule;
  free_list& list = cache.lists[index];
  auto* block = static_cast<free_block*>(memory);
  const bool was_empty = !list.head;
  block->next = list.head;
  list.head = block;
  if (++list.count >= 2 * batch + chunk_bytes / granule) [[unlikely]]
    return spill(index, list, batch);
  if (was_empty && !cache.registered) [[unlikely]]
    register_thread();
}

#endif

void block_pool::set_limit(std::size_t bytes) {
  limit_bytes.store(bytes, std::memory_order_relaxed);
}
void block_pool::flag_growth(std::atomic<bool>* flag, std::size_t above) {
  flagged_above.store(above, std::memory_order_relaxed);
  growth_flag.store(flag, std::memory_order_release);
}
bool block_pool::is_flagged() { return carved() > flagged_above.load(std::memory_order_relaxed); }
std::size_t block_pool::limit() { return limit_bytes.load(std::memory_order_relaxed); }
std::size_t block_pool::carved() { return carved_bytes.load(std::memory_order_relaxed); }

}  // namespace mentat::base
