// Touching fresh memory of many MiB costs more than filling it: a page fault for each page. Asks
// the kernel for large pages there; it may not have any. Leaves the contents alone.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "mmps/machine/page_size.h"

namespace mentat {

inline void prefer_large_pages(void* from, std::size_t size) {
  constexpr std::size_t least = std::size_t{8} << 20;
  const std::uintptr_t page = machine::page_size();
  if (size < least) return;
  const auto begin = (reinterpret_cast<std::uintptr_t>(from) + page - 1) / page * page;
  madvise(reinterpret_cast<void*>(begin), (size - page) / page * page, MADV_HUGEPAGE);
}

}  // namespace mentat
