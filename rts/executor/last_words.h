// What a process says on stderr when a member function ends it: which one that was, and where it is
// defined.
//
// A fatal signal (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT; so also abort() and std::terminate())
// and a stack that overflows are told from a signal handler, on a stack of its own; then the
// process ends as it would have, with a core file if there is to be one. A handler that the program
// had installed before is called instead, and one that it installs later replaces this one until
// the next run-time system begins. exit() is told, too. A process that forked inside of a member
// function: the child has one thread, and shares memory with other processes; it may go on to
// exec() or _exit(), and ends, with a line, when it comes back to the run-time system.
//
// Of the main program only a stack that overflows is told. Thread-safety: all functions. With
// AddressSanitizer or ThreadSanitizer, which have such a handler, only exit() and fork() are
// watched.
#pragma once

#include <cstddef>
#include <string_view>

namespace mentat {

// For each thread that executes member functions, on it. `guarding` answers whether the thread's
// fiber owns the guard page of that address, and the size of its stack, else 0; it is called in a
// signal handler.
void watch_ends_of_this_thread(std::size_t (*guarding)(const void* address));

// When a run-time system begins, whose threads, or other processes, a child of fork() would disturb.
// Such a child may begin one of its own.
void watch_forks();

// A file that this process, and no child of it, removes when it ends by one of those signals, by a
// stack that overflows, or by exit(); null: none any more. Longer paths than 500 bytes stay.
void remove_at_end(const char* path);

// A line on stderr: `before`, the member function that the calling thread executes ("main" if there
// is none), with its place, and `behind`. May be called in a signal handler.
void write_running_call(std::string_view before, std::string_view behind);

namespace detail {
extern bool forked;
[[noreturn]] void end_forked_child();
}  // namespace detail

// The calling process is a child that fork() has made since watch_forks().
inline bool is_forked_child() { return detail::forked; }
// Before anything that such a child must not do.
inline void end_if_forked() {
  if (is_forked_child()) [[unlikely]]
    detail::end_forked_child();
}

}  // namespace mentat
