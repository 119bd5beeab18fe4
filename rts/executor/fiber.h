// A fiber: a stack and the place where it stands [Boost.Context]. Switching costs some 10 ns; what
// belongs to the running program and not to the thread (current_activation, exceptions being
// handled) goes with it. Known to ASan and TSan.
//
// Invariants: a fiber runs on at most one thread at a time, and is switched to only when it stands.
// After switch_to() comes back, the fiber may be on another thread: no address of a thread_local
// may be kept across it.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <memory>

#include "rts/core/activation.h"
#include "rts/executor/fiber_stack.h"

namespace mentat {

class fiber {
 public:
  using entry = void (*)(void* argument);

  // A fiber that will run entry(argument), which must never return.
  fiber(std::size_t stack_size, entry function, void* argument);
  // The fiber that a thread already is: its own stack. To be switched to only on that thread.
  fiber();
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;
  ~fiber();

  // Leaves `this` (the running fiber) standing and runs `to`. Comes back when somebody switches to
  // this one.
  void switch_to(fiber& to);

  [[nodiscard]] const fiber_stack* stack() const { return stack_.get(); }
  [[nodiscard]] const activation* standing_in() const {
    return activation_;
  }  // of a fiber that stands
  // Bytes of stack that are left for the caller of this function, who runs on this fiber.
  [[nodiscard]] std::size_t stack_left() const {
    return static_cast<std::size_t>(static_cast<char*>(__builtin_frame_address(0)) - stack_->low());
  }

  fiber* next = nullptr;  // link of the one list that the fiber is in

 private:
  friend struct debugger_layout;

  static void start(boost::context::detail::transfer_t from);
  void arrived(boost::context::detail::transfer_t from);

  struct exception_state {  // what __cxa_get_globals() points to: two words per thread
    void* caught = nullptr;
    unsigned uncaught = 0;
  };

  std::unique_ptr<fiber_stack> stack_;
  boost::context::detail::fcontext_t context_ = nullptr;
  entry entry_ = nullptr;
  void* argument_ = nullptr;
  activation* activation_ = nullptr;
  exception_state exceptions_;
  fiber* switching_to_ = nullptr;  // so that a fiber that starts learns which one it is
  void* sanitizer_fiber_ = nullptr;
  void* fake_stack_ = nullptr;
  const void* bottom_ = nullptr;  // what AddressSanitizer wants to know of the stack
  std::size_t size_ = 0;
};

}  // namespace mentat
