// A fiber: a stack and a saved context [Boost.Context]. A switch costs some 10 ns and carries along
// the state that belongs to the running program and not to the thread (current_activation,
// exceptions being handled). Known to ASan and TSan.
//
// Invariants: a fiber runs on at most one thread at a time; only a suspended fiber is switched to.
// After switch_to() returns, the fiber may be on another thread: no address of a thread_local may
// be kept across it.
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

  // Makes a fiber that will run function(argument), which must never return.
  fiber(std::size_t stack_size, entry function, void* argument);
  // Represents the calling thread's own stack. May be switched to only on that thread.
  fiber();
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;
  ~fiber();

  // Suspends `this` (the running fiber) and runs `to`. Returns when another fiber switches to this
  // one.
  void switch_to(fiber& to);

  [[nodiscard]] const fiber_stack* stack() const { return stack_.get(); }
  // The innermost activation of a suspended fiber.
  [[nodiscard]] const activation* standing_in() const { return activation_; }
  // Bytes of stack left for the caller, which runs on this fiber.
  [[nodiscard]] std::size_t stack_left() const {
    return static_cast<std::size_t>(static_cast<const char*>(__builtin_frame_address(0)) -
                                    static_cast<const char*>(bottom_));
  }
  [[nodiscard]] bool has_half_left() const { return stack_left() >= size_ / 2; }
  // The running fiber goes on upon another stack of its thread, and later upon its own again.
  void stand_on(const void* low, std::size_t size) { bottom_ = low, size_ = size; }
  void stand_on_own() { stand_on(stack_->low(), stack_->size()); }

  fiber* next = nullptr;  // link of the one list that the fiber is in

 private:
  friend struct debugger_layout;

  static void start(boost::context::detail::transfer_t from);
  void arrived(boost::context::detail::transfer_t from);

  struct exception_state {  // the layout behind __cxa_get_globals(): two words per thread
    void* caught = nullptr;
    unsigned uncaught = 0;
  };

  std::unique_ptr<fiber_stack> stack_;
  boost::context::detail::fcontext_t context_ = nullptr;
  entry entry_ = nullptr;
  void* argument_ = nullptr;
  activation* activation_ = nullptr;
  exception_state exceptions_;
  fiber* switching_to_ = nullptr;  // tells a fiber that starts its own identity
  void* sanitizer_fiber_ = nullptr;
  void* fake_stack_ = nullptr;
  // Of the stack. Of a thread's own one, only AddressSanitizer needs them.
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace mentat
