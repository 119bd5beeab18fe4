#include "daemons/program/include/mentat/open_run.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "daemons/program/include/mentat/runtime.h"
#include "rts/executor/fiber_stack.h"
#include "rts/executor/pinned_main.h"
#include "rts/executor/sanitizers.h"

namespace mentat {
namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

constexpr std::size_t stack_of_run = std::size_t{1} << 20;

struct stack_bounds {
  const void* low = nullptr;
  std::size_t size = 0;
};

stack_bounds own_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    throw start_error(125, "the stack of this thread is not known");
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return {low, size};
}

}  // namespace

// run() stands on a stack of its own, and the program that it runs switches to the caller of the
// constructor. What the run-time system takes for the main program is from then on the caller: it
// suspends and resumes the stack that it finds. end() switches back into the program, which ends.
struct open_run::state {
  std::unique_ptr<runtime> with;
  const pid_t process = getpid();
  const std::thread::id thread = std::this_thread::get_id();
  const stack_bounds caller_stack = own_stack();
  const fiber_stack stack{stack_of_run};
  fcontext_t caller = nullptr;   // suspended while run() begins or ends
  fcontext_t program = nullptr;  // suspended while the caller is the main program
  std::exception_ptr thrown;

  static void entry(transfer_t from) {
    auto& self = *static_cast<state*>(from.data);
    self.caller = from.fctx;
    try {
      self.with->run([&self] { self.stand_aside(); });
    } catch (...) {
      self.thrown = std::current_exception();
    }
    self.program = nullptr;
    jump_fcontext(self.caller, nullptr);
  }

  // The main program: lets the caller be it.
  void stand_aside() {
    move_main_to(caller_stack.low, caller_stack.size);
    const transfer_t back = jump_fcontext(caller, this);
    caller = back.fctx;
    move_main_back();
  }

  void switch_to(fcontext_t to) {
    const transfer_t back = jump_fcontext(to, this);
    if (back.data) program = back.fctx;
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  }
};

open_run::open_run(std::vector<std::string> arguments) {
  if (has_address_sanitizer() || has_thread_sanitizer())
    throw start_error(125, "an open run cannot be followed by AddressSanitizer or ThreadSanitizer");
  auto made = std::make_unique<state>();
  made->with = runtime::pinned(std::move(arguments));
  made->switch_to(make_fcontext(made->stack.high(), made->stack.size(), &state::entry));
  state_ = std::move(made);
}

open_run::~open_run() {
  if (!state_) return;
  if (is_here())
    end();
  else
    static_cast<void>(state_.release());  // its stacks and processes belong to another one
}

void open_run::end() {
  if (!is_here()) throw start_error(125, "only the thread that began a run can end it");
  const auto ending = std::move(state_);
  ending->switch_to(ending->program);
}

bool open_run::is_here() const {
  return state_ && !is_forked() && state_->thread == std::this_thread::get_id();
}

bool open_run::is_forked() const { return state_ && state_->process != getpid(); }

// The handlers that were there stay behind this one, which is not taken away again: to look is
// cheaper than to set, and outside of a wait it does nothing more.
namespace {

using handler = void (*)(int);

std::array<std::atomic<handler>, 65> handlers_behind{};
std::atomic<bool> may_interrupt{false};

void handle_and_interrupt(int number) {
  if (const handler behind = handlers_behind[static_cast<std::size_t>(number)]) behind(number);
  if (may_interrupt) open_run::interrupt();
}

// A signal may have come to a handler that is taken only now.
void take_handlers() {
  bool is_any_new = false;
  for (const int number : interrupting_signals::numbers) {
    struct sigaction found{};
    sigaction(number, nullptr, &found);
    if ((found.sa_flags & SA_SIGINFO) != 0 || found.sa_handler == SIG_DFL ||
        found.sa_handler == SIG_IGN || found.sa_handler == &handle_and_interrupt)
      continue;
    handlers_behind[static_cast<std::size_t>(number)] = found.sa_handler;
    found.sa_handler = &handle_and_interrupt;
    sigaction(number, &found, nullptr);
    is_any_new = true;
  }
  if (is_any_new) open_run::interrupt();
}

}  // namespace

interrupting_signals::interrupting_signals() {
  open_run::forget_interrupts();
  may_interrupt = true;
  call_before_main_waits(&take_handlers);
}

interrupting_signals::~interrupting_signals() {
  call_before_main_waits(nullptr);
  may_interrupt = false;
  open_run::forget_interrupts();  // the handler has noted the signal
}

void open_run::interrupt() noexcept { interrupt_main_wait(); }
void open_run::forget_interrupts() { forget_main_interrupts(); }

}  // namespace mentat
