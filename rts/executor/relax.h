// Pauses a polling loop: leaves the core to the thread that shares it, for some 20 to 60 ns.
#pragma once

namespace mentat {

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

}  // namespace mentat
