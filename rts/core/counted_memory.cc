#include "rts/core/counted_memory.h"

#include <cstdlib>
#include <new>

namespace {

std::size_t allocated = 0;

// In front of each block: its size.
constexpr std::size_t before = sizeof(std::max_align_t);

}  // namespace

std::size_t mentat::bytes_allocated() { return allocated; }

void* operator new(std::size_t size) {
  auto* const start = static_cast<std::size_t*>(std::malloc(size + before));
  if (!start) throw std::bad_alloc();
  *start = size;
  allocated += size;
  return reinterpret_cast<char*>(start) + before;
}
void operator delete(void* block) noexcept {
  if (!block) return;
  auto* const start = reinterpret_cast<std::size_t*>(static_cast<char*>(block) - before);
  allocated -= *start;
  std::free(start);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
