// The size of a page of memory. Thread-safety: all functions.
#pragma once

#include <unistd.h>

#include <cstddef>

namespace mentat::machine {

/// In bytes: 4 KiB on x86-64 and s390x; 4, 16 or 64 KiB on aarch64, as the kernel was built.
inline std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace mentat::machine
