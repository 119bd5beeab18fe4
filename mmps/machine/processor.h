// Instructions that C++ has no words for, and what other processors have in their place. What else
// differs between machines is beside it: crc32c_instruction.h, page_size.h, stack_pointer.h,
// thread_variable.h (docs/other_systems.md). Pure. Thread-safety: all functions.
#pragma once

#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace mentat::machine {

/// Pauses a polling loop: leaves the core to the thread that shares it, for some 20 to 60 ns.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

/// Asks for the cache line, which another core has, in order to write there soon.
inline void prefetch_to_write(const void* address) {
#if defined(__x86_64__)
  // Compilers emit it only for machines newer than the first of x86-64.
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(address)));
#else
  __builtin_prefetch(address, 1);
#endif
}

/// Whether time_stamp() reads a counter of the processor at all. On x86-64 the kernel says whether
/// it runs evenly on all cores (/proc/cpuinfo); on aarch64 it always does.
#if defined(__x86_64__) || defined(__aarch64__)
inline constexpr bool has_time_stamp = true;
#else
inline constexpr bool has_time_stamp = false;
#endif

/// The counter, which goes on by some number per second; 0 without one.
inline std::uint64_t time_stamp() {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return 0;
#endif
}

}  // namespace mentat::machine
