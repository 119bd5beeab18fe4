#include "rts/executor/fiber.h"

#include <cxxabi.h>
#include <pthread.h>

#include "mmps/base/check.h"
#include "rts/executor/sanitizers.h"

namespace mentat {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

fiber::fiber(std::size_t stack_size, entry function, void* argument)
    : stack_(std::make_unique<fiber_stack>(stack_size)),
      entry_(function),
      argument_(argument),
      activation_(&detail::no_activation) {
  context_ = make_fcontext(stack_->high(), stack_->size(), &fiber::start);
  bottom_ = stack_->low();
  size_ = stack_->size();
  if (has_thread_sanitizer()) sanitizer_fiber_ = __tsan_create_fiber(0);
}

fiber::fiber() : activation_(&detail::no_activation) {
  if (has_thread_sanitizer()) sanitizer_fiber_ = __tsan_get_current_fiber();
  if (!has_address_sanitizer()) return;
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* low = nullptr;
  pthread_attr_getstack(&attributes, &low, &size_);
  pthread_attr_destroy(&attributes);
  bottom_ = low;
}

fiber::~fiber() {
  if (stack_ && sanitizer_fiber_) __tsan_destroy_fiber(sanitizer_fiber_);
}

// Must not use an address of the thread's exception state that was computed before a switch.
[[gnu::noinline]] static void* exception_globals() { return abi::__cxa_get_globals(); }

[[gnu::noinline]] void fiber::switch_to(fiber& to) {
  activation_ = current_activation;
  switching_to_ = &to;
  auto* globals = static_cast<exception_state*>(exception_globals());
  exceptions_ = *globals;
  *globals = to.exceptions_;
  current_activation = to.activation_;
  if (has_address_sanitizer()) __sanitizer_start_switch_fiber(&fake_stack_, to.bottom_, to.size_);
  if (has_thread_sanitizer()) __tsan_switch_to_fiber(to.sanitizer_fiber_, 0);
  arrived(jump_fcontext(to.context_, this));
}

void fiber::arrived(transfer_t from) {
  if (has_address_sanitizer()) __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
  static_cast<fiber*>(from.data)->context_ = from.fctx;
}

void fiber::start(transfer_t from) {
  if (has_address_sanitizer()) __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  auto* came_from = static_cast<fiber*>(from.data);
  came_from->context_ = from.fctx;
  fiber* self = came_from->switching_to_;
  self->entry_(self->argument_);
  MENTAT_CHECK(false, "the entry function of a fiber came back");
}

}  // namespace mentat
