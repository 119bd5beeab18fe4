// Return to future [TOCS96 2.2.2]: how a member function gives its result. The result may be a
// value, the result of a call that has not happened yet (the actor elaborates into the subgraph,
// Figure 2), or a delayed variable. The first rtf counts. Thread-safety: one fiber, that of the
// member function. Ownership: borrows the computation instance.
#pragma once

#include <type_traits>

#include "rts/api/gathering.h"
#include "rts/api/rv.h"
#include "rts/core/run_time_system.h"

namespace mentat {

namespace detail {
void warn_answered_twice(const computation_instance& instance);
// Returns false, with a warning in the log, if the function has already given a result.
inline bool may_answer(const computation_instance& instance) {
  if (!instance.answered()) return true;
  warn_answered_twice(instance);
  return false;
}
[[noreturn]] void throw_broken_rtf();

// An arc that gives the converted result of one call to another: rtf of a call whose result has
// another type.
template <class R, class S>
struct conversion : arc {
  typed_instance<R>* to;  // one reference

  static void arrive(arc& along, computation_instance& producer, bool may_move,
                     scheduler& runs_on) {
    std::unique_ptr<conversion> self(static_cast<conversion*>(&along));
    typed_instance<R>& to = *self->to;
    try {
      if (producer.result() == computation_instance::outcome::error) {
        to.set_error(producer.error());
      } else {
        S& value = static_cast<typed_instance<S>&>(producer).value();
        if (may_move)
          to.set_value(static_cast<R>(std::move(value)));
        else
          to.set_value(static_cast<R>(static_cast<const S&>(value)));
      }
    } catch (...) {
      to.set_error(describe_exception(place_of(to)));
    }
    complete(to, runs_on);
    to.release();
  }
};

template <class Impl>
inline bool class_waits_after_rtf = false;

// Registers, before main() begins, each class with a function that may wait after its rtf.
template <class Impl>
inline const bool note_wait_after_rtf =
    (class_waits_after_rtf<Impl> = true, some_class_waits_after_rtf = true);

}  // namespace detail

template <class R>
class rtf_sink {
 public:
  // Emitted at an rtf behind which the function may wait.
  template <class Method>
  rtf_sink& before_wait__() {
    static_cast<void>(detail::note_wait_after_rtf<typename Method::owner>);
    return *this;
  }

  using round_trip_fn = void (*)(R&);
  explicit rtf_sink(typed_instance<R>& to, round_trip_fn round_trip = nullptr)
      : to_(to), round_trip_(round_trip) {}

  // Whether the function was called from inside of its object.
  [[nodiscard]] bool is_local__() const { return to_.of_class() == nullptr; }

  template <class T>
  void operator()(const result<T>& delayed) {
    (*this)(delayed.as_argument());
  }
  template <class U>
    requires(std::is_convertible_v<U &&, R> && !detail::is_result<value_t<U>>)
  void operator()(U&& value) {
    answer(std::forward<U>(value));
  }
  void operator()(R&& value) { answer(std::move(value)); }

  template <class S>
  void operator()(cip<S>&& produced) {
    if (!detail::may_answer(to_)) return;
    if constexpr (std::is_same_v<S, R>) {
      elaborate(to_, *produced, runs_on());
    } else {
      auto* along = new detail::conversion<R, S>;
      along->deliver = &detail::conversion<R, S>::arrive;
      along->to = &to_;
      to_.promise();
      draw_arc(*produced, *along, runs_on());
    }
  }

  template <class T>
  void operator()(rv_argument<T>&& variable) {
    if constexpr (std::is_same_v<T, R>) {
      if (variable.producer) {
        if (detail::may_answer(to_)) elaborate(to_, *variable.producer, runs_on());
        return;
      }
    }
    answer(RESOLVE__(*variable.variable));
  }

  // Delays in the variable travel with it.
  void operator()(rv_ending<R>&& ending) {
    if (!detail::may_answer(to_)) return;
    if (detail::nothing_delayed()) return answer(std::move(ending.variable));
    if (computation_instance* whole = detail::producer_of(ending.variable))
      return elaborate(to_, *whole, runs_on());
    detail::gathering<R>::begin(ending.variable, to_, round_trip_, runs_on());
  }

 private:
  template <class U>
  void answer(U&& value) {
    if constexpr (std::is_same_v<value_t<U>, R>)
      answer_as_it_is(std::forward<U>(value));
    else
      answer_as_it_is(detail::implicitly<R>(std::forward<U>(value)));
  }
  template <class U>
  void answer_as_it_is(U&& value) {
    if (!detail::may_answer(to_)) return;
    if (round_trip_) [[unlikely]] {
      R decoded(std::forward<U>(value));
      round_trip_(decoded);  // its exception is the error of the call: there is no result yet
      to_.set_value(std::move(decoded));
    } else {
      to_.set_value(std::forward<U>(value));
    }
    complete(to_, runs_on());
  }
  static scheduler& runs_on() { return *current_activation->runtime; }

  typed_instance<R>& to_;
  round_trip_fn round_trip_;
};

template <>
class rtf_sink<void> {
 public:
  template <class Method>
  rtf_sink& before_wait__() {
    static_cast<void>(detail::note_wait_after_rtf<typename Method::owner>);
    return *this;
  }
  explicit rtf_sink(typed_instance<void>& to) : to_(to) {}
  [[nodiscard]] bool is_local__() const { return to_.of_class() == nullptr; }
  void operator()() {
    if (!detail::may_answer(to_)) return;
    to_.set_value_outcome();
    complete(to_, *current_activation->runtime);
  }
  void operator()(cip<void>&& produced) {
    if (detail::may_answer(to_)) elaborate(to_, *produced, *current_activation->runtime);
  }

 private:
  typed_instance<void>& to_;
};

// A call of a member function from inside its own class: an ordinary call, whose rtf goes to a
// result of its own.
template <class Method>
class local_call {
  using result = typename Method::result;

 public:
  local_call() : instance_(new typed_instance<result>(nullptr, 0)), sink_(*instance_) {
    static_cast<void>(instance_->claim());  // nobody executes it
  }

  [[nodiscard]] rtf_sink<result>& rtf__() { return sink_; }
  result take__() {
    if (!instance_->answered()) {
      if constexpr (std::is_void_v<result>)
        return;
      else
        detail::throw_broken_rtf();
    }
    if (instance_->future.now() != future::state::closed)
      current_activation->runtime->wait(*instance_);
    computation_instance& done = result_of(*instance_);
    if (done.result() == computation_instance::outcome::error) std::rethrow_exception(done.error());
    if constexpr (!std::is_void_v<result>) {
      auto& typed = static_cast<typed_instance<result>&>(done);
      if (only_reader(*instance_)) return std::move(typed.value());
      return static_cast<const result&>(typed.value());
    }
  }

 private:
  cip<result> instance_;
  rtf_sink<result> sink_;
};

}  // namespace mentat
