#include "rts/executor/last_words.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>

#include "mmps/machine/stack_pointer.h"
#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/executor/sanitizers.h"

namespace mentat {

namespace detail {
constinit bool forked = false;
}

namespace {

constexpr std::array watched{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<struct sigaction, watched.size()> previous;
std::atomic<std::size_t (*)(const void*)> owner_of_guard{nullptr};
std::atomic<bool (*)(const void*)> owner_of_constants{nullptr};

struct doomed_file {
  std::atomic<pid_t> process{0};  // 0: there is none
  std::array<char, 501> path;
};
doomed_file doomed;

void remove_doomed_file() {
  if (doomed.process.load() == getpid()) unlink(doomed.path.data());
}

// A line for stderr, put together without the heap: the thread may have been stopped anywhere.
class line {
 public:
  line& operator<<(std::string_view text) {
    const std::size_t taken = std::min(text.size(), text_.size() - 1 - used_);
    std::memcpy(text_.data() + used_, text.data(), taken);
    used_ += taken;
    return *this;
  }
  line& operator<<(std::size_t number) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
  }
  void write_out() {
    text_[used_] = '\n';
    if (write(STDERR_FILENO, text_.data(), used_ + 1) < 0) return;  // nowhere to report that
  }

 private:
  std::array<char, 1024> text_;
  std::size_t used_ = 0;
};

const computation_instance* running_call() {
  for (const activation* at = current_activation; at; at = at->outer)
    if (at->instance && at->instance->of_class()) return at->instance;
  return nullptr;
}

// "counter::add (counter.mpl.cc:12)"
line& operator<<(line& to, const computation_instance& call) {
  const class_info& of_class = *call.of_class();
  const std::string_view name = of_class.description->name;
  if (call.function() == create_function) return to << "the constructor of " << name;
  if (call.function() == destroy_function) return to << "the destructor of " << name;
  if (call.function() == serve_function) return to << name << "::serve";
  // The list of classes is locked for a moment at a time, and not by a thread that crashes.
  const method_description* method = find_function(of_class, call.function());
  to << name << "::" << (method ? method->name : "(unknown function)");
  if (method && *method->defined_at) to << " (" << method->defined_at << ")";
  return to;
}

// In mode serial member functions run on the stack of main, whose guard page no fiber owns.
bool is_beside_stack(const void* address, const void* context) {
  constexpr std::uintptr_t near = 64 * 1024;
  const std::uintptr_t stack = machine::stack_pointer_in(context);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return stack != 0 && at < stack + near && at + near > stack;
}

// The main program has calls run on its own stack, too, when it waits for them.
bool is_on_stack_of_main() {
  const activation* first = nullptr;
  for (const activation* at = current_activation; at; at = at->outer)
    if (at->runtime) first = at;
  return first && !first->instance && !first->object;
}

[[noreturn]] void say_overflow(std::size_t stack) {
  remove_doomed_file();
  const bool is_of_main = is_on_stack_of_main();
  line text;
  text << "mentat: a stack of " << stack / 1024 << " KiB overflowed";
  if (const computation_instance* call = running_call()) text << " in " << *call;
  if (is_of_main)
    text << ", on the stack of main; recurse less, or raise limits.main_stack";
  else
    text << "; recurse less, or raise limits.fiber_stack";
  text << ", for example MENTAT_LIMITS__" << (is_of_main ? "MAIN" : "FIBER")
       << "_STACK=" << stack / 1024 * 4 << "KiB";
  text.write_out();
  _exit(125);
}

[[noreturn]] void say_write_to_constant() {
  remove_doomed_file();
  line text;
  text << "mentat: ";
  if (const computation_instance* call = running_call())
    text << *call;
  else
    text << "main";
  text << " wrote to a mentat::buffer in process " << static_cast<std::size_t>(getpid())
       << ": buffers are immutable, and other processes may have this one; copy its elements into "
          "a vector, and change that";
  text.write_out();
  _exit(125);
}

void say_crash(int signal, const siginfo_t& info, const void* context) {
  const computation_instance* call = running_call();
  const bool overflows =
      signal == SIGSEGV && info.si_code > 0 && is_beside_stack(info.si_addr, context);
  const bool is_of_main = !call && current_activation->runtime != nullptr;
  if (!call && !(is_of_main && overflows)) return;
  line text;
  text << "mentat: ";
  if (call)
    text << *call;
  else
    text << "main";
  text << " crashed in process " << static_cast<std::size_t>(getpid()) << ": signal "
       << static_cast<std::size_t>(signal) << " (" << sigdescr_np(signal) << ")";
  if (overflows) text << "; its stack has overflowed (ulimit -s)";
  text.write_out();
}

void on_signal(int signal, siginfo_t* info, void* context) {
  auto* guarding = owner_of_guard.load();
  const bool is_fault = info->si_code > 0;
  if (const std::size_t size =
          signal == SIGSEGV && is_fault && guarding ? guarding(info->si_addr) : 0)
    say_overflow(size);
  auto* is_constant = owner_of_constants.load();
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && is_constant &&
      is_constant(info->si_addr))
    say_write_to_constant();
  std::size_t which = 0;
  while (watched[which] != signal) ++which;
  const struct sigaction& before = previous[which];
  if (is_fault || before.sa_handler != SIG_IGN) remove_doomed_file();
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction)
    return before.sa_sigaction(signal, info, context);
  if (before.sa_handler == SIG_IGN && !is_fault) return;
  if (before.sa_handler != SIG_IGN && before.sa_handler != SIG_DFL)
    return before.sa_handler(signal);
  say_crash(signal, *info, context);
  // A fault happens again, now with its usual effect; a sent signal is sent again.
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  if (!is_fault) raise(signal);
}

void on_exit_called(int status, void*) {
  remove_doomed_file();
  const computation_instance* call = detail::forked ? nullptr : running_call();
  if (!call) return;
  line text;
  text << "mentat: " << *call << " called exit(" << static_cast<std::size_t>(status & 0xff)
       << "), which ends process " << static_cast<std::size_t>(getpid())
       << "; throw an exception instead";
  text.write_out();
}

// Calls afterwards the handler that replaced this one since the last run-time system began.
void install_signal_handlers() {
  for (std::size_t i = 0; i < watched.size(); ++i) {
    struct sigaction present{};
    sigaction(watched[i], nullptr, &present);
    if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == &on_signal) continue;
    previous[i] = present;
    struct sigaction action{};
    action.sa_sigaction = &on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(watched[i], &action, nullptr);
  }
}

}  // namespace

void detail::end_forked_child() {
  line text;
  text << "mentat: a child made with fork()";
  if (const computation_instance* call = running_call()) text << " by " << *call;
  text << " comes back to the run-time system, and ends here; let it call exec() or _exit()";
  text.write_out();
  _exit(125);
}

void watch_ends_of_this_thread(std::size_t (*guarding)(const void* address)) {
  const bool has_handlers = has_address_sanitizer() || has_thread_sanitizer();
  constexpr std::size_t signal_stack_size = 64 * 1024;
  static thread_local std::unique_ptr<char[]> signal_stack;
  if (!has_handlers && !signal_stack) {
    signal_stack = std::make_unique_for_overwrite<char[]>(signal_stack_size);
    stack_t alternative{};
    alternative.ss_sp = signal_stack.get();
    alternative.ss_size = signal_stack_size;
    sigaltstack(&alternative, nullptr);
  }
  static std::mutex installing;
  const std::lock_guard guard(installing);
  owner_of_guard.store(guarding);
  if (!has_handlers) install_signal_handlers();
  static std::once_flag once;
  std::call_once(once, [] { on_exit(&on_exit_called, nullptr); });
}

void explain_writes_to(bool (*is_constant)(const void* address)) {
  owner_of_constants.store(is_constant);
}

bool is_call_running() { return !detail::forked && running_call(); }

void write_running_call(std::string_view before, std::string_view behind) {
  line text;
  text << before;
  if (const computation_instance* call = running_call())
    text << *call;
  else
    text << "main";
  text << behind;
  text.write_out();
}

void remove_at_end(const char* path) {
  doomed.process.store(0);
  if (!path || std::strlen(path) >= doomed.path.size()) return;
  std::strcpy(doomed.path.data(), path);
  doomed.process.store(getpid());
}

void watch_forks() {
  detail::forked = false;  // a child that begins anew disturbs nobody
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { detail::forked = true; }); });
}

}  // namespace mentat
