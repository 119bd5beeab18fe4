// A main program that stays on the thread where it began (executor::options::pins_main), because
// that thread has state of its own: an interpreter's, a window's. Only the first worker runs it;
// another worker that takes it passes it on. So main may have to wait until the function that its
// thread executes meanwhile has ended.
//
// Its waits can be ended from outside. Thread-safety: as said at each function.
#pragma once

#include <cstddef>

namespace mentat {

class executor;

// Thrown by a wait of the main program that interrupt_main_wait() has ended. The call goes on, and
// main may wait for it again. Waits of functions that run on main's stack are not interrupted.
struct wait_interrupted {};

// Ends the wait of the pinned main program of this process, now or, if its thread executes a
// function, after that. No effect if main does not wait. From any thread, and from signal handlers.
void interrupt_main_wait() noexcept;
// Interrupts until now end no later wait. On the thread of main.
void forget_main_interrupts();

// From now on each wait that has to suspend main calls this first, on the thread of main; null:
// nothing. What it interrupts is that wait.
void call_before_main_waits(void (*function)());
void note_main_waits();  // Internal.

// The running main program goes on upon another stack of its thread, whose lowest byte and size
// these are, and later upon its own again. On the thread of main. No effect in mode serial.
void move_main_to(const void* low, std::size_t size);
void move_main_back();

// While it lives, interrupt_main_wait() reaches this executor; null: none. Internal.
class interruptible_main {
 public:
  explicit interruptible_main(executor* of);
  interruptible_main(const interruptible_main&) = delete;
  interruptible_main& operator=(const interruptible_main&) = delete;
  ~interruptible_main();

 private:
  executor* const of_;
};

}  // namespace mentat
