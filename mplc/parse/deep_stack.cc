#include "mplc/parse/deep_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <alloca.h>
#include <csignal>
#include <cstdint>

#include "clang/Basic/Stack.h"

namespace mentat::mplc {
namespace {

// Address space; only its used pages take memory.
constexpr std::size_t depth = std::size_t{1} << 30;

// The data of the signal handler, which may call no other function.
char* stack_begin = nullptr;
std::string message;

void stack_is_full(int signal, siginfo_t* about, void*) {
  const auto* at = static_cast<const char*>(about->si_addr);
  constexpr std::ptrdiff_t near = 1 << 20;  // a frame may reach far over the end
  if (at >= stack_begin - near && at < stack_begin + near) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
    _exit(1);
  }
  std::signal(signal, SIG_DFL);  // the instruction is tried again, and now it is fatal
}

void watch_for_its_end() {
  static char other_stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = other_stack;
  alternative.ss_size = sizeof other_stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_sigaction = stack_is_full;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

// Clang assumes a stack of 8 MiB. When these are used up it continues in a thread with as much,
// which has no overflow handler. Deeper than that it does not know the stack and leaves it alone.
__attribute__((noinline)) void out_of_clangs_sight(const std::function<void()>& work) {
  auto* volatile unused = static_cast<char*>(alloca(clang::DesiredStackSize + (1 << 20)));
  static_cast<void>(unused);
  work();
}

void* run(void* work) {
  watch_for_its_end();
  clang::noteBottomOfStack();
  out_of_clangs_sight(*static_cast<const std::function<void()>*>(work));
  return nullptr;
}

}  // namespace

void on_deep_stack(const std::string& input, const std::function<void()>& work) {
  message = input + ": error: expressions or statements in it are nested too deeply\n";
  void* memory = mmap(nullptr, depth, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return work();  // with the stack that there is
  const auto guard = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  mprotect(memory, guard, PROT_NONE);
  stack_begin = static_cast<char*>(memory);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  const bool runs =
      pthread_attr_setstack(&attributes, memory, depth) == 0 &&
      pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  if (!runs) return work();
  pthread_join(thread, nullptr);
}

}  // namespace mentat::mplc
