// Pauses between two polls of a waiting loop: leaves the core to threads that share it, for about
// 20 to 60 ns.
#pragma once

namespace mentat::bench {

inline void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

}  // namespace mentat::bench
