// Blocks for the small objects that every call needs: computation instances, waiters, messages.
//
// A block comes from a cache of the calling thread; caches refill from, and spill to, a shared
// store in batches, so a block that one thread takes and another returns costs no lock per block.
// Memory is carved from the system in chunks and never given back; its total is bounded by
// set_limit(). Blocks above `largest` bytes come from operator new and are not counted. Invariant:
// a block is returned with the size with which it was taken. Thread-safety: all functions. Cost:
// some 3 ns. Under AddressSanitizer and ThreadSanitizer every block comes from operator new, so
// that they see each of its lifetimes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace mentat::base {

class block_pool {
 public:
  static constexpr std::size_t granule = 32;
  static constexpr std::size_t largest = 1024;

  // Throws pool_exhausted when the limit would be passed, std::bad_alloc when the system has no
  // memory.
  static void* take(std::size_t size) {
    if (void* const block = take_cached(size)) [[likely]]
      return block;
    return take_new(size);
  }
  // The halves of take(). take_cached() returns null if this thread's cache is empty; then
  // take_new() takes a block. REQUIRES of take_new(): take_cached() has just returned null to this
  // thread.
  static void* take_cached(std::size_t size) noexcept;
  static void* take_new(std::size_t size);
  static void give_back(void* block, std::size_t size) noexcept;

  static void set_limit(std::size_t bytes);  // of carved memory; the default is no limit
  static std::size_t limit();
  static std::size_t carved();  // bytes carved so far
  // From now on `flag` is set whenever more memory is carved and there are so many bytes then.
  // Null: no longer. At most one flag; it lives until another one or null is given.
  static void flag_growth(std::atomic<bool>* flag, std::size_t above);
  static bool is_flagged();  // there are so many
};

struct pool_exhausted : std::bad_alloc {
  explicit pool_exhausted(std::size_t bytes) : limit(bytes) {}
  [[nodiscard]] const char* what() const noexcept override {
    return "limits.memory: the pool of small blocks is exhausted";
  }
  std::size_t limit;  // bytes
};

}  // namespace mentat::base
