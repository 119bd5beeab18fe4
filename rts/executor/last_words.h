// Reports on stderr which member function ended the process, and where it is defined.
//
// A signal handler with its own stack reports fatal signals (SIGSEGV, SIGBUS, SIGFPE, SIGILL,
// SIGABRT; so also abort() and std::terminate()) and stack overflows; then the process ends as it
// would have, with a core file if one is enabled. A handler that the program installed before is
// called instead; one that it installs later replaces this one until the next run-time system
// begins. A write to memory that cannot change is reported like a stack overflow. exit() is
// reported, too. If a member function forks, the child has one thread and shares memory with other
// processes; it may call exec() or _exit(), and ends, with a line, when it returns to the run-time
// system.
//
// Of the main program only these two are reported. Thread-safety: all functions. With
// AddressSanitizer or ThreadSanitizer, which have such a handler, only exit() and fork() are
// watched.
#pragma once

#include <cstddef>
#include <string_view>

namespace mentat {

// Call on each thread that executes member functions. `guarding` returns the stack size of the
// thread's fiber if the address is in that fiber's guard page, else 0; a signal handler calls it.
void watch_ends_of_this_thread(std::size_t (*guarding)(const void* address));

// `is_constant` says whether the address is in an immutable buffer that can only be read; a signal
// handler calls it.
void explain_writes_to(bool (*is_constant)(const void* address));

// Call when a run-time system begins whose threads, or other processes, a child of fork() would
// disturb. Such a child may begin a run-time system of its own.
void watch_forks();

// Makes this process, but none of its children, remove the file when it ends by one of those
// signals, a stack overflow or exit(); null cancels that. Files with paths over 500 bytes stay.
void remove_at_end(const char* path);

// Writes a line to stderr: `before`, the member function that the calling thread executes ("main"
// if there is none) with its place, and `behind`. May be called in a signal handler.
void write_running_call(std::string_view before, std::string_view behind);
// Whether the calling thread executes a call, and not the main program alone. False in a child that
// a call has forked.
[[nodiscard]] bool is_call_running();

namespace detail {
extern bool forked;
[[noreturn]] void end_forked_child();
}  // namespace detail

// Whether fork() has made the calling process since watch_forks().
inline bool is_forked_child() { return detail::forked; }
// Call before anything that such a child must not do.
inline void end_if_forked() {
  if (is_forked_child()) [[unlikely]]
    detail::end_forked_child();
}

}  // namespace mentat
