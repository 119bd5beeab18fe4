// One argument of a call, as a C++ value: it is there, or an arc brings it [TOCS96 3.2.3].
// Thread-safety: as computation_instance. Errors: exceptions of the user's copy constructors become
// error tokens.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

#include "rts/api/shared_argument.h"
#include "rts/api/typed_instance.h"
#include "rts/api/view_argument.h"
#include "rts/core/activation.h"
#include "rts/core/argument_arc.h"
#include "rts/core/program_graph.h"
#include "rts/core/run_time_system.h"

namespace mentat {

// A result variable on its way into a call: delayed, or with its value (PRV_TO_ARG__).
template <class T>
struct rv_argument : delayed_argument {
  rv_argument(T* of, computation_instance* delayed_by)
      : delayed_argument(current_activation->table, delayed_by), variable(of) {}
  explicit rv_argument(computation_instance& delayed_by)  // a variable of no table
      : delayed_argument(&delayed_by), variable(nullptr) {}

  T* const variable;
};

// An argument whose maker keeps nothing of it: a value that is moved into the call, or a call that
// another variable holds while this one is made. `Sequence`: as which that call gives a view's
// elements (detail::sequence_of), if it is not T.
template <class T, class Sequence = T>
struct last_argument {
  explicit last_argument(T& moved) : value(&moved) {}
  last_argument(computation_instance& delayed_by, bool gives_sequence)
      : producer(&delayed_by), is_sequence(gives_sequence) {}

  T* value = nullptr;
  computation_instance* producer = nullptr;
  bool is_sequence = false;
};

template <class T>
class result;
namespace detail {
template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<result<T>> = true;
}  // namespace detail

// One argument of a call: a value, or the arc along which it will come. `Value` is the type of the
// parameter without reference; the elements of a view are kept (view_argument.h).
template <class Value>
class argument_slot {
  using V = detail::kept_t<Value>;
  using shared_value =
      std::conditional_t<detail::can_be_shared<V>, detail::shared_argument<V>, std::monostate>;

 public:
  argument_slot() {}
  argument_slot(const argument_slot&) = delete;
  argument_slot& operator=(const argument_slot&) = delete;
  ~argument_slot() { drop(); }

  // First pass: takes the value, or remembers the producer. Returns 1 if the argument is delayed,
  // else 0.
  template <class U>
  int fill(U&& given) {
    if constexpr (detail::is_result<value_t<U>> && !detail::is_result<V>)
      return fill(given.as_argument());
    else if constexpr (detail::is_shared_argument<value_t<U>>)
      return share(given);
    else if constexpr (detail::is_received_argument<value_t<U>>)
      return given.index() == 0 ? take(std::get<0>(std::forward<U>(given)))
                                : share(std::get<1>(given));
    else
      return take(std::forward<U>(given));
  }
  template <class U>
  int take(U&& given) {
    void* at = std::addressof(value_);
    if constexpr (std::is_same_v<value_t<U>, V>)
      ::new (at) V(std::forward<U>(given));
    else
      ::new (at) V(detail::kept_from<Value>(std::forward<U>(given)));
    state_ = state::value;
    return 0;
  }
  int share(const shared_value& given) {
    ::new (static_cast<void*>(&shared_)) shared_value(given);
    state_ = state::shared;
    return 0;
  }
  template <class S>
  int fill(cip<S>&& given) {
    expect_from<S>(*given.release());
    state_ = state::owning;
    return 1;
  }
  template <class T>
  int fill(rv_argument<T>&& given) {
    if (!given.producer) return take(static_cast<const T&>(*given.variable));
    return expect_from<T>(*given.producer);
  }
  template <class T, class Sequence>
  int fill(last_argument<T, Sequence>&& given) {
    if (!given.producer) return take(std::move(*given.value));
    if (given.is_sequence) return expect_from<Sequence>(*given.producer);
    return expect_from<T>(*given.producer);
  }

  // Second pass, when nothing can throw any more: draws the arc, if there is one.
  void draw(computation_instance& consumer, scheduler& runs_on) {
    if (state_ != state::delayed && state_ != state::owning) return;
    computation_instance& producer = *arc_.end;
    arc_.end = &consumer;
    if (std::exchange(state_, state::delayed) == state::owning)
      draw_last_arc(producer, arc_, runs_on);
    else
      draw_arc(producer, arc_, runs_on);
  }

  // --- of a call that another process executes, before its arcs are drawn
  [[nodiscard]] computation_instance* producer() const {
    return state_ == state::delayed || state_ == state::owning ? arc_.end : nullptr;
  }
  // The bytes of the producer's result can be read as the argument.
  [[nodiscard]] bool has_same_bytes() const {
    if constexpr (detail::is_view<Value>)
      if (arc_.deliver == &argument_slot::template arrive<detail::sequence_of<Value>>) return true;
    return arc_.deliver == &argument_slot::template arrive<V>;
  }
  void hold_producer() {
    if (std::exchange(state_, state::owning) == state::delayed) arc_.end->retain();
  }
  computation_instance* take_producer() {
    if (state_ != state::owning) return nullptr;
    state_ = state::empty;
    return arc_.end;
  }

  // For debuggers.
  [[nodiscard]] const void* place_of_state() const { return &state_; }

  // The call's own value; it copies one that it shares.
  [[nodiscard]] V& value() {
    if constexpr (detail::can_be_shared<V>)
      if (state_ == state::shared) [[unlikely]]
        copy_shared();
    return value_;
  }
  // The same, only to be read.
  [[nodiscard]] const V& seen() const {
    if constexpr (detail::can_be_shared<V>)
      if (state_ == state::shared) [[unlikely]]
        return *shared_;
    return value_;
  }
  // Null: the call has its own value, or none.
  [[nodiscard]] const shared_value* shared() const {
    return state_ == state::shared ? &shared_ : nullptr;
  }
  [[nodiscard]] const std::exception_ptr* error() const {
    return state_ == state::error ? &error_ : nullptr;
  }

  void fail(std::exception_ptr why) noexcept {
    ::new (static_cast<void*>(&error_)) std::exception_ptr(std::move(why));
    state_ = state::error;
  }

  void drop() noexcept {
    if (state_ == state::value)
      std::destroy_at(std::addressof(value_));
    else if (state_ == state::error)
      std::destroy_at(&error_);
    else if (state_ == state::owning)
      arc_.end->release();
    else if (detail::can_be_shared<V> && state_ == state::shared)
      std::destroy_at(&shared_);
    state_ = state::empty;
  }

 private:
  enum class state : std::uint8_t {
    empty,
    delayed = argument_is_delayed,
    owning,
    value,
    error,
    shared
  };  // owning: a reference on the producer, until drawn
  template <class S>
  int expect_from(computation_instance& producer) {
    static_cast<void>(is_noted<S>);
    ::new (static_cast<void*>(&arc_)) argument_arc;
    arc_.end = &producer;
    arc_.deliver = &argument_slot::template arrive<S>;
    state_ = state::delayed;
    return 1;
  }

  template <class S>
  static void arrive(arc& along, computation_instance& producer, bool may_move,
                     scheduler& runs_on) {
    auto& incoming = static_cast<argument_arc&>(along);
    computation_instance& consumer = *incoming.end;
    auto& slot =
        *reinterpret_cast<argument_slot*>(&incoming);  // the arc is the first member of the slot
    slot.receive(static_cast<typed_instance<S>&>(producer), may_move, consumer);
    if (slot.state_ == state::error) consumer.note_argument_error();
    argument_arrived(consumer, runs_on);
  }

  void copy_shared() {
    V own = shared_.copy();
    std::destroy_at(&shared_);
    ::new (static_cast<void*>(std::addressof(value_))) V(std::move(own));
    state_ = state::value;
  }

  template <class S>
  static inline const bool is_noted = argument_arc::note(&argument_slot::template arrive<S>);

  template <class S>
  void receive(typed_instance<S>& producer, bool may_move,
               const computation_instance& consumer) noexcept {
    if (producer.result() == computation_instance::outcome::error) return fail(producer.error());
    void* at = std::addressof(value_);
    try {
      if (may_move)
        make(at, std::move(producer.value()));
      else
        make(at, static_cast<const S&>(producer.value()));
      state_ = state::value;
    } catch (...) {
      fail(describe_exception(place_of(consumer)));
    }
  }

  template <class U>
  static void make(void* at, U&& from) {
    if constexpr (detail::is_view<Value>)
      ::new (at) V(detail::kept_from<Value>(std::forward<U>(from)));
    else
      ::new (at) V(std::forward<U>(from));
  }

  union {
    argument_arc arc_;
    V value_;
    std::exception_ptr error_;
    shared_value shared_;
  };
  state state_ = state::empty;
};

}  // namespace mentat
