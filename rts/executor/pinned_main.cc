#include "rts/executor/pinned_main.h"

#include <atomic>
#include <utility>

#include "mmps/futex/futex.h"
#include "rts/executor/executor.h"
#include "rts/executor/this_worker.h"

namespace mentat {
namespace {

std::atomic<executor*> interruptible{nullptr};
std::atomic<void (*)()> before_waits{nullptr};

}  // namespace

interruptible_main::interruptible_main(executor* of) : of_(of) {
  if (of_) interruptible.store(of_);
}
interruptible_main::~interruptible_main() {
  if (of_) interruptible.store(nullptr);
}

void interrupt_main_wait() noexcept {
  if (executor* const of = interruptible.load()) of->wake_for_interrupt();
}

void forget_main_interrupts() {
  if (executor* const of = interruptible.load()) of->forget_interrupts();
}

void call_before_main_waits(void (*function)()) { before_waits.store(function); }

void note_main_waits() {
  if (void (*const function)() = before_waits.load()) function();
}

void move_main_to(const void* low, std::size_t size) {
  if (is_worker()) this_worker().current->stand_on(low, size);
}
void move_main_back() {
  if (is_worker()) this_worker().current->stand_on_own();
}

// Only what a signal handler may do. The word has changed when the worker goes to sleep on it.
void executor::wake_for_interrupt() {
  pinned_.interrupt.store(true, std::memory_order_seq_cst);
  worker& first = *workers_[0];
  first.word->fetch_add(1, std::memory_order_seq_cst);
  base::futex_wake(*first.word, chosen_.outside != nullptr);
}

void executor::forget_interrupts() { pinned_.interrupt.store(false); }

bool executor::is_of_first(const fiber& one) const {
  return is_pinned(one) && this_worker().index != 0;
}

// Passes main on to the first worker. If that one goes to sleep, it sees the flag, or is woken
// here.
void executor::return_main() {
  pinned_.is_due.store(true, std::memory_order_seq_cst);
  wake(*workers_[0]);
}

// Whether this is the first worker, and main is to be run or its wait to be ended.
bool executor::main_calls(const worker& self) const {
  return self.index == 0 && chosen_.pins_main &&
         (pinned_.is_due.load(std::memory_order_seq_cst) ||
          pinned_.interrupt.load(std::memory_order_seq_cst));
}

work_item executor::due_main() {
  if (pinned_.is_due.exchange(false)) return item_of(*main_fiber_);
  return pinned_.interrupt.exchange(false) ? end_main_wait() : 0;
}

// On the first worker. Once the wait is abandoned, the delivery of its arc frees it.
work_item executor::end_main_wait() {
  waiter* const wait = std::exchange(pinned_.wait, nullptr);
  if (!wait) return 0;
  unlist(*wait);
  wait->listed_with = nullptr;
  auto expected = waiter::state::waiting;
  if (!wait->now.compare_exchange_strong(expected, waiter::state::abandoned)) return 0;
  pinned_.is_interrupted = true;
  return item_of(*main_fiber_);
}

}  // namespace mentat
