// For fuzz targets: the bytes that this thread has allocated, as the hooks of AddressSanitizer
// count them.
#pragma once

#include <sanitizer/allocator_interface.h>

#include <cstddef>

namespace mentat::fuzz {

inline thread_local std::size_t allocated_bytes = 0;

inline const bool counts_memory =
    __sanitizer_install_malloc_and_free_hooks(
        [](const volatile void*, std::size_t size) { allocated_bytes += size; },
        [](const volatile void*) {}) != 0;

}  // namespace mentat::fuzz
