#include "rts/executor/fiber_stack.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

// Present only when the program is built with AddressSanitizer.
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin,
                                                            std::size_t size);

namespace mentat {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t guard = 4 * page;  // a frame of up to 16 KiB cannot step over it

std::atomic<std::size_t (*)(const void*)> owner_of_guard{nullptr};
struct sigaction previous_action;

void on_fault(int signal, siginfo_t* info, void* context) {
  auto* guarding = owner_of_guard.load();
  if (const std::size_t size = guarding ? guarding(info->si_addr) : 0) {
    char text[256];
    const int length =
        std::snprintf(text, sizeof text,
                      "mentat: a stack of %zu KiB overflowed; recurse less, or raise "
                      "limits.main_stack for main() or limits.fiber_stack for "
                      "member functions, for example MENTAT_LIMITS__FIBER_STACK=%zuKiB\n",
                      size / 1024, size / 1024 * 4);
    if (write(2, text, static_cast<std::size_t>(length)) < 0) _exit(125);
    _exit(125);
  }
  if (previous_action.sa_flags & SA_SIGINFO && previous_action.sa_sigaction) {
    previous_action.sa_sigaction(signal, info, context);
    return;
  }
  sigaction(signal, &previous_action, nullptr);  // comes back here as what it was before us
}

}  // namespace

fiber_stack::fiber_stack(std::size_t size) : size_((size + page - 1) / page * page) {
  void* mapped = mmap(nullptr, size_ + guard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(mapped, guard, PROT_NONE) != 0) {
    munmap(mapped, size_ + guard);
    throw std::bad_alloc();
  }
  low_ = static_cast<char*>(mapped) + guard;
  // An earlier stack at this address may have ended in the middle of its functions.
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(low_, size_);
}

fiber_stack::~fiber_stack() { munmap(low_ - guard, size_ + guard); }

bool fiber_stack::guards(const void* address) const {
  const char* at = static_cast<const char*>(address);
  return at >= low_ - guard && at < low_;
}

void handle_overflows(std::size_t (*guarding)(const void* address)) {
  constexpr std::size_t signal_stack_size = 64 * 1024;
  static thread_local std::unique_ptr<char[]> signal_stack;
  if (!signal_stack) {
    signal_stack = std::make_unique_for_overwrite<char[]>(signal_stack_size);
    stack_t alternative{};
    alternative.ss_sp = signal_stack.get();
    alternative.ss_size = signal_stack_size;
    sigaltstack(&alternative, nullptr);
  }
  static std::mutex installing;
  std::lock_guard lock(installing);
  owner_of_guard.store(guarding);
  struct sigaction present{};
  sigaction(SIGSEGV, nullptr, &present);
  if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == &on_fault) return;
  previous_action = present;
  struct sigaction action{};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace mentat
