// Variables of a thread, for functions that a fiber may leave on another thread than it came on.
//
// On x86-64 an access is one instruction relative to the thread's segment: there is no address that
// a compiler could keep across such a point, and a plain `thread_local` with the model initial-exec
// is read again each time. Other processors have the address of the thread's variables in a
// register; compilers take it for the same throughout a function, keep it across calls, and so
// would read the variable of the thread on which the function began. There each access calls a
// function that is not inlined.
//
//   extern constinit thread_local thing* current [[gnu::tls_model("initial-exec")]];  // x86-64
//   inline constexpr machine::thread_variable<thing*, &place_of_current> current;  // elsewhere
//
// Thread-safety: as a thread_local. Cost: a load; elsewhere a call.
#pragma once

namespace mentat::machine {

#if defined(__x86_64__)
#define MENTAT_THREAD_VARIABLES_ARE_PLAIN 1
#else
#define MENTAT_THREAD_VARIABLES_ARE_PLAIN 0
#endif

/// Stands for the variable, a pointer, whose place for the running thread `Find` returns. REQUIRES:
/// no compiler knows what Find does: it is not inlined, and says so by an empty asm.
template <class Pointer, Pointer& (*Find)()>
struct thread_variable {
  operator Pointer() const { return Find(); }
  Pointer operator->() const { return Find(); }
  auto& operator*() const { return *Find(); }
  const thread_variable& operator=(Pointer to) const {
    Find() = to;
    return *this;
  }
};

}  // namespace mentat::machine
