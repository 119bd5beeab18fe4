#include "mmps/memory/large_blocks.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string_view>

namespace mentat::base {
namespace {

constexpr std::size_t parts_of_address_space = 16;  // with `ulimit -v`, at most one of them

struct block {
  void* at;
  std::size_t size;  // bytes, whole pages
  block* next_of_bucket;
  bool is_given_back;
  block *newer, *older;  // of a kept block
};

// All blocks by their addresses, and the kept ones in the order in which they were given back.
// Trivially destroyed: blocks are given back until the process has ended.
class table {
 public:
  void add(block* one) {
    block*& first = bucket_of(one->at);
    one->next_of_bucket = first;
    first = one;
  }
  [[nodiscard]] block* find(void* at) {
    block* one = bucket_of(at);
    while (one && one->at != at) one = one->next_of_bucket;
    return one;
  }

  // The one that was used last of those that waste at most a quarter.
  block* take_kept(std::size_t size) {
    block* one = newest_;
    while (one && (one->size < size || one->size - size > size / 4)) one = one->older;
    if (one) unlink(one);
    return one;
  }
  void keep(block* one) {
    one->newer = nullptr;
    one->older = newest_;
    (newest_ ? newest_->newer : oldest_) = one;
    newest_ = one;
    kept_.store(kept() + one->size, std::memory_order_relaxed);
  }
  // Takes the longest kept blocks out until so many bytes are left; the caller unmaps them.
  block* take_oldest(std::size_t until_left) {
    block* taken = nullptr;
    while (kept() > until_left) {
      block* const one = oldest_;
      unlink(one);
      forget(one);
      one->older = taken;
      taken = one;
    }
    return taken;
  }
  // REQUIRES: it is not kept.
  void forget(block* one) {
    block** at = &bucket_of(one->at);
    while (*at != one) at = &(*at)->next_of_bucket;
    *at = one->next_of_bucket;
  }
  [[nodiscard]] std::size_t kept() const { return kept_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t bucket_count = 1024;
  block*& bucket_of(void* at) {
    return buckets_[reinterpret_cast<std::uintptr_t>(at) / large_blocks::page % bucket_count];
  }
  void unlink(block* one) {
    (one->newer ? one->newer->older : newest_) = one->older;
    (one->older ? one->older->newer : oldest_) = one->newer;
    kept_.store(kept() - one->size, std::memory_order_relaxed);
  }

  std::array<block*, bucket_count> buckets_{};
  block *newest_ = nullptr, *oldest_ = nullptr;
  std::atomic<std::size_t> kept_{0};
};

struct state {
  std::atomic<std::size_t> limit{0};
  std::mutex lock;
  table all;
};
// Never destroyed: other threads use it until the process has ended.
constinit union storage {
  constexpr storage() : held{} {}
  ~storage() {}  // NOLINT
  state held;
} forever;
state& own() { return forever.held; }

void* map_pages(std::size_t size) {
  constexpr int protection = PROT_READ | PROT_WRITE, kind = MAP_PRIVATE | MAP_ANONYMOUS;
  constexpr std::size_t page = large_blocks::page;
  void* const first = mmap(nullptr, size, protection, kind, -1, 0);
  if (first == MAP_FAILED) return nullptr;
  if (reinterpret_cast<std::uintptr_t>(first) % page == 0) return first;
  munmap(first, size);
  auto* const more = static_cast<std::byte*>(mmap(nullptr, size + page, protection, kind, -1, 0));
  if (more == MAP_FAILED) return nullptr;
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(more) % page) % page;
  if (before != 0) munmap(more, before);
  munmap(more + before + size, page - before);
  return more + before;
}

block* map_block(std::size_t size) {
  auto* const made = static_cast<block*>(std::malloc(sizeof(block)));
  if (!made) return nullptr;
  void* const at = map_pages(size);
  if (!at) {
    std::free(made);
    return nullptr;
  }
  madvise(at, size, MADV_HUGEPAGE);
  *made = block{};
  made->at = at;
  made->size = size;
  return made;
}

// Blocks that the table has forgotten, linked by `older`; without its lock.
void unmap(block* first) {
  while (first) {
    block* const next = first->older;
    munmap(first->at, first->size);
    std::free(first);
    first = next;
  }
}

void survive_fork() {
  static std::once_flag once;
  std::call_once(once, [] {
    const auto unlock = [] { own().lock.unlock(); };
    pthread_atfork([] { own().lock.lock(); }, unlock, unlock);
  });
}

[[noreturn]] void end_after_double_delete() {
  constexpr std::string_view text = "operator delete: memory is given back twice\n";
  static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
  std::abort();
}

std::size_t most_by_address_space() {
  rlimit bytes{};
  if (getrlimit(RLIMIT_AS, &bytes) != 0 || bytes.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return bytes.rlim_cur / parts_of_address_space;
}

}  // namespace

void large_blocks::set_limit(std::size_t bytes) {
  state& in = own();
  survive_fork();
  std::size_t most = has_own_operators() ? std::min(bytes, most_by_address_space()) : 0;
  if (most < least) most = 0;  // malloc keeps more
  block* surplus = nullptr;
  {
    const std::lock_guard guard(in.lock);
    in.limit.store(most, std::memory_order_relaxed);
    surplus = in.all.take_oldest(most);
  }
  unmap(surplus);
}

void* large_blocks::take(std::size_t size) noexcept {
  state& in = own();
  if (in.limit.load(std::memory_order_relaxed) == 0 || size > SIZE_MAX - 2 * page) return nullptr;
  {
    const std::lock_guard guard(in.lock);
    if (block* const one = in.all.take_kept(size)) {
      one->is_given_back = false;
      return one->at;
    }
  }
  const std::size_t rounded = (size + page - 1) / page * page;
  block* made = map_block(rounded);
  if (!made && release()) made = map_block(rounded);
  if (!made) return nullptr;
  const std::lock_guard guard(in.lock);
  in.all.add(made);
  return made->at;
}

bool large_blocks::give_back_mapped(void* at) noexcept {
  state& in = own();
  std::unique_lock guard(in.lock);
  block* const one = in.all.find(at);
  if (!one) return false;
  if (one->is_given_back) end_after_double_delete();
  one->is_given_back = true;
  const std::size_t most = in.limit.load(std::memory_order_relaxed);
  if (one->size > most) {
    in.all.forget(one);
    one->older = nullptr;
    guard.unlock();
    unmap(one);
    return true;
  }
  guard.unlock();
  madvise(one->at, one->size, MADV_FREE);
  guard.lock();
  block* const surplus = in.all.take_oldest(most - one->size);
  in.all.keep(one);
  guard.unlock();
  unmap(surplus);
  return true;
}

std::size_t large_blocks::kept() noexcept { return own().all.kept(); }

bool large_blocks::release() noexcept {
  state& in = own();
  std::unique_lock guard(in.lock);
  block* const all = in.all.take_oldest(0);
  guard.unlock();
  unmap(all);
  return all != nullptr;
}

}  // namespace mentat::base
