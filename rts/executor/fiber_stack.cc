#include "rts/executor/fiber_stack.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "mmps/machine/page_size.h"

// Present only when the program is built with AddressSanitizer.
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin,
                                                            std::size_t size);

namespace mentat {
namespace {

// A frame of up to 16 KiB cannot step over it.
std::size_t guard_size() { return std::max(std::size_t{16} << 10, machine::page_size()); }

std::size_t in_whole_pages(std::size_t size) {
  const std::size_t page = machine::page_size();
  return (size + page - 1) / page * page;
}

}  // namespace

fiber_stack::fiber_stack(std::size_t size) : size_(in_whole_pages(size)) {
  const std::size_t guard = guard_size();
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

fiber_stack::~fiber_stack() { munmap(low_ - guard_size(), size_ + guard_size()); }

bool fiber_stack::guards(const void* address) const {
  const char* at = static_cast<const char*>(address);
  return at >= low_ - guard_size() && at < low_;
}

}  // namespace mentat
