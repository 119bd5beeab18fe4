// The stack pointer of a thread that a signal has interrupted. Thread-safety: all functions, also
// in a signal handler.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace mentat::machine {

/// From the third argument of a signal handler. 0: not known on this processor.
inline std::uintptr_t stack_pointer_in(const void* context) {
  [[maybe_unused]] const mcontext_t& registers =
      static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(registers.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return registers.sp;
#elif defined(__s390x__)
  return registers.gregs[15];
#else
  return 0;
#endif
}

}  // namespace mentat::machine
