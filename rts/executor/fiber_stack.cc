#include "rts/executor/fiber_stack.h"

#include <sys/mman.h>

#include <new>

// Present only when the program is built with AddressSanitizer.
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin,
                                                            std::size_t size);

namespace mentat {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t guard = 4 * page;  // a frame of up to 16 KiB cannot step over it

}  // namespace

fiber_stack::fiber_stack(std::size_t size) : size_((size + page - 1) / page * page) {
  void* mapped = mmap(nullptr, size_ + guard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(mapped, guard, PROT_NONE) != 0) {
    munmap(mapped, size_ + guard);
    throw std::bad_alloc();
  }
  low_ = static_cast<char*>(mapped) + guard;
  // An earlier stack at this address may have ended in the middle of its functions.
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(low_, size_);
}

fiber_stack::~fiber_stack() { munmap(low_ - guard, size_ + guard); }

bool fiber_stack::guards(const void* address) const {
  const char* at = static_cast<const char*>(address);
  return at >= low_ - guard && at < low_;
}

}  // namespace mentat
