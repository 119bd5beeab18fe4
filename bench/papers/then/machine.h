// A machine of 1986 or 1992 in virtual time: processors, each with a program that computes and a
// kernel that is interrupted, and one bus that carries a message at a time. Discrete events; the
// same program gives the same instants everywhere. Pure and not thread-safe.
//
// A processor runs its kernel's work first come, first served, and its program when there is none:
// an interrupt delays the program by the time that it takes.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "bench/papers/then/task.h"

namespace mentat::bench::then {

using duration = std::int64_t;  // nanoseconds
using instant = std::int64_t;   // nanoseconds since the programs began

constexpr duration microseconds(double n) { return static_cast<duration>(n * 1e3); }
constexpr double seconds(duration d) { return static_cast<double>(d) / 1e9; }

/// Wakes the program of a processor, which waits at `co_await one.wait()`. A wake that comes before
/// the wait is kept.
class signal {
 public:
  // An awaiter of its own, because g++ 12 copies an awaiter that a function returns by reference.
  struct waiting {
    signal& on;
    bool await_ready() const { return std::exchange(on.set_, false); }
    template <class P>
    void await_suspend(std::coroutine_handle<P> program) {
      on.waits_ = program;
      on.by_ = program.promise().by;
    }
    void await_resume() const {}
  };
  waiting wait() { return {*this}; }

  void wake() {
    if (!waits_) {
      set_ = true;
      return;
    }
    by_->soon([resumed = std::exchange(waits_, {})] { resumed.resume(); });
  }

 private:
  std::coroutine_handle<> waits_;
  scheduler* by_ = nullptr;
  bool set_ = false;
};

class machine : public scheduler {
 public:
  explicit machine(std::size_t processors);
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;

  instant now() const { return now_; }
  std::size_t processors() const { return processors_.size(); }
  void at(instant when, std::function<void()> what);
  void soon(std::function<void()> what) override { at(now_, std::move(what)); }

  /// Runs the program when run() is called; the machine owns it.
  void start(task<> program);
  /// Handles events until there are none. False if a program waits and nothing will wake it.
  bool run();

  /// The program of this processor computes for `d`: co_await machine.compute(p, d).
  struct computing {
    machine& on;
    std::size_t processor;
    duration d;
    bool await_ready() const { return d <= 0; }
    void await_suspend(std::coroutine_handle<> program) { on.begin(processor, d, program); }
    void await_resume() const {}
  };
  computing compute(std::size_t processor, duration d) { return {*this, processor, d}; }
  /// The program does nothing, and needs no processor, for `d`.
  struct sleeping {
    machine& on;
    duration d;
    bool await_ready() const { return d <= 0; }
    void await_suspend(std::coroutine_handle<> program) {
      on.at(on.now() + d, [program] { program.resume(); });
    }
    void await_resume() const {}
  };
  sleeping sleep(duration d) { return {*this, d}; }

  /// The kernel of this processor works for `d`, then `done` is called.
  void interrupt(std::size_t processor, duration d, std::function<void()> done);
  /// The bus is taken for `d`, then `done` is called.
  void transmit(duration d, std::function<void()> done);

  /// How long this processor's kernel has worked, and how long the bus was taken.
  duration kernel_time(std::size_t processor) const { return processors_[processor].kernel_time; }
  std::uint64_t interrupts(std::size_t processor) const {
    return processors_[processor].interrupts;
  }
  duration bus_time() const { return bus_time_; }

 private:
  struct event {
    instant when;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const event& other) const {
      return when != other.when ? when > other.when : order > other.order;
    }
  };
  struct processor {
    instant kernel_until = 0;
    instant program_until = 0;
    std::coroutine_handle<> program;  // what computes
    duration kernel_time = 0;
    std::uint64_t interrupts = 0;
  };

  void begin(std::size_t processor, duration d, std::coroutine_handle<> program);
  void end(std::size_t processor);

  std::vector<task<>> programs_;
  std::vector<processor> processors_;
  std::priority_queue<event> events_;
  instant now_ = 0;
  instant bus_until_ = 0;
  duration bus_time_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace mentat::bench::then
