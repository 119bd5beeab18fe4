// The control flow of a program that runs in virtual time: a coroutine that waits at `co_await` for
// the machine. Lazily started; awaited once, or started by machine::start. Not thread-safe.
//
// A task that ends resumes its caller through the machine's queue of events, never from within its
// own frame: a loop of calls that do not wait needs no stack, in any build.
#pragma once

#include <coroutine>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

namespace mentat::bench::then {

/// Resumes coroutines at the present instant, in the order of the calls.
class scheduler {
 public:
  virtual ~scheduler() = default;
  virtual void soon(std::function<void()> what) = 0;
};

class promise_base {
 public:
  std::suspend_always initial_suspend() noexcept { return {}; }
  [[noreturn]] void unhandled_exception() noexcept { std::abort(); }

  struct at_end {
    bool await_ready() noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> ended) noexcept {
      promise_base& own = ended.promise();
      own.ended = true;
      if (own.caller) own.by->soon([caller = own.caller] { caller.resume(); });
    }
    void await_resume() noexcept {}
  };
  at_end final_suspend() noexcept { return {}; }

  scheduler* by = nullptr;
  std::coroutine_handle<> caller;
  bool ended = false;
};

template <class T>
class value_promise : public promise_base {
 public:
  template <class V>
  void return_value(V&& v) {
    value.emplace(std::forward<V>(v));
  }
  T take() { return std::move(*value); }

 private:
  std::optional<T> value;
};

template <>
class value_promise<void> : public promise_base {
 public:
  void return_void() {}
  void take() {}
};

template <class T = void>
class [[nodiscard]] task {
 public:
  struct promise_type : value_promise<T> {
    task get_return_object() {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
  };

  task(task&& other) noexcept : frame_(std::exchange(other.frame_, {})) {}
  task& operator=(task&&) = delete;
  ~task() {
    if (frame_) frame_.destroy();
  }

  void start(scheduler& by) {
    frame_.promise().by = &by;
    frame_.resume();
  }
  bool ended() const { return frame_.promise().ended; }

  bool await_ready() const { return false; }
  template <class P>
  void await_suspend(std::coroutine_handle<P> caller) {
    frame_.promise().caller = caller;
    start(*caller.promise().by);
  }
  T await_resume() { return frame_.promise().take(); }

 private:
  explicit task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}

  std::coroutine_handle<promise_type> frame_;
};

}  // namespace mentat::bench::then
