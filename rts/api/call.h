// The typed parts of a computation instance: its result, and its arguments, as C++ values. Within a
// process nothing is encoded: an argument is moved or copied once into the call, a result once into
// each consumer [TOCS96 3.2]. Thread-safety: as computation_instance. Errors: exceptions of the
// user's copy constructors become error tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rts/core/activation.h"
#include "rts/core/computation_instance.h"
#include "rts/core/program_graph.h"
#include "rts/core/runtime.h"

namespace mentat {

template <class T>
using value_t = std::remove_cvref_t<T>;  // arguments and results go by value

// A member function as the run-time sees it: its class, number and signature. Never made; only
// named.
template <class Class, std::uint32_t Number, class Signature>
struct method;

template <class Class, std::uint32_t Number, class Result, class... Parameters>
struct method<Class, Number, Result(Parameters...)> {
  using owner = Class;
  using result = value_t<Result>;
  static constexpr std::uint32_t number = Number;
  static constexpr std::size_t arity = sizeof...(Parameters);
  template <std::size_t K>
  using parameter = std::tuple_element_t<K, std::tuple<Parameters...>>;
  template <std::size_t K>
  using value = value_t<parameter<K>>;
};

// A constructor of a persistent class, as a call that gives the name of a new object.
template <class Class, std::uint16_t Index, class... Parameters>
struct constructor : method<Class, create_function, mmps::mmps_name(Parameters...)> {
  static constexpr std::uint16_t index = Index;
  // Whether a call can hold the arguments; other objects are made where create() is called.
  static constexpr bool callable =
      (std::is_constructible_v<value_t<Parameters>, Parameters> && ...);
};

namespace detail {
[[noreturn]] void throw_no_runtime();
// That of the calling thread; throws if it has none.
inline runtime& required_runtime() {
  runtime* in = current_activation->runtime;
  if (!in) [[unlikely]]
    throw_no_runtime();
  return *in;
}
// It goes to another process, and may be sent before its arguments are there.
bool may_become_partial(const computation_instance& call, runtime& in);
void report_unseen_error(const computation_instance& ended) noexcept;
}  // namespace detail

// An instance with a result of type R. May exist without a class (a local call): then it only
// carries a result.
template <class R>
class typed_instance : public computation_instance {
 public:
  typed_instance(const class_info* of_class, std::uint32_t function)
      : computation_instance(of_class, function, false) {}
  ~typed_instance() override {
    if (result() == outcome::value)
      std::destroy_at(&value());
    else if (has_unseen_error()) [[unlikely]]
      detail::report_unseen_error(*this);
  }

  template <class U>
  void set_value(U&& given) {
    ::new (static_cast<void*>(storage_)) R(std::forward<U>(given));
    set_value_outcome();
  }
  [[nodiscard]] R& value() { return *std::launder(reinterpret_cast<R*>(storage_)); }

 private:
  alignas(R) std::byte storage_[sizeof(R)];
};

template <>
class typed_instance<void> : public computation_instance {
 public:
  typed_instance(const class_info* of_class, std::uint32_t function)
      : computation_instance(of_class, function, true) {}
  ~typed_instance() override {
    if (has_unseen_error()) [[unlikely]]
      detail::report_unseen_error(*this);
  }
};

// A computation instance pointer, CIP: what a call gives back before its result exists. Owns one
// reference. Move-only.
template <class R>
class cip {
 public:
  using result = R;
  explicit cip(typed_instance<R>* owned) : instance_(owned) {}
  cip(cip&& other) noexcept : instance_(std::exchange(other.instance_, nullptr)) {}
  cip& operator=(cip&& other) noexcept {
    std::swap(instance_, other.instance_);
    return *this;
  }
  ~cip() {
    if (instance_) instance_->release();
  }

  [[nodiscard]] typed_instance<R>& operator*() const { return *instance_; }
  [[nodiscard]] typed_instance<R>* operator->() const { return instance_; }
  [[nodiscard]] typed_instance<R>* release() { return std::exchange(instance_, nullptr); }

 private:
  typed_instance<R>* instance_;
};

// A result variable on its way into a call: delayed, or with its value (PRV_TO_ARG).
template <class T>
struct rv_argument : delayed_argument {
  rv_argument(T* of, computation_instance* delayed_by)
      : delayed_argument(current_activation->table, delayed_by), variable(of) {}
  explicit rv_argument(computation_instance& delayed_by)  // a variable of no table
      : delayed_argument(&delayed_by), variable(nullptr) {}

  T* const variable;
};

template <class T>
class result;
namespace detail {
template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<result<T>> = true;
}  // namespace detail

// One argument of a call: a value, or the arc along which it will come.
template <class V>
class argument_slot {
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
    else
      return take(std::forward<U>(given));
  }
  template <class U>
  int take(U&& given) {
    ::new (static_cast<void*>(&value_)) V(std::forward<U>(given));
    state_ = state::value;
    return 0;
  }
  template <class S>
  int fill(cip<S>&& given) {
    expect_from(*given.release(), &argument_slot::template arrive<S>);
    state_ = state::owning;
    return 1;
  }
  template <class T>
  int fill(rv_argument<T>&& given) {
    if (!given.producer) return take(static_cast<const T&>(*given.variable));
    return expect_from(*given.producer, &argument_slot::template arrive<T>);
  }

  // Second pass, once nothing can throw any more: draws the arc, if there is one.
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
  // The result of the producer can be read as the argument as it is.
  [[nodiscard]] bool is_of_same_type() const {
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

  [[nodiscard]] bool is_delayed() const { return state_ == state::delayed; }
  [[nodiscard]] bool has_value() const { return state_ == state::value; }
  [[nodiscard]] V& value() { return value_; }
  [[nodiscard]] const std::exception_ptr* error() const {
    return state_ == state::error ? &error_ : nullptr;
  }

  void fail(std::exception_ptr why) noexcept {
    ::new (static_cast<void*>(&error_)) std::exception_ptr(std::move(why));
    state_ = state::error;
  }

  void drop() noexcept {
    if (state_ == state::value)
      std::destroy_at(&value_);
    else if (state_ == state::error)
      std::destroy_at(&error_);
    else if (state_ == state::owning)
      arc_.end->release();
    state_ = state::empty;
  }

 private:
  enum class state : std::uint8_t {
    empty,
    delayed,
    owning,
    value,
    error
  };  // owning: a reference on the producer, until drawn
  struct incoming_arc : arc {
    computation_instance* end;  // the producer until the arc is drawn, then the consumer
  };

  int expect_from(computation_instance& producer, arc::deliver_fn deliver) {
    ::new (static_cast<void*>(&arc_)) incoming_arc;
    arc_.end = &producer;
    arc_.deliver = deliver;
    state_ = state::delayed;
    return 1;
  }

  template <class S>
  static void arrive(arc& along, computation_instance& producer, bool may_move,
                     scheduler& runs_on) {
    auto& incoming = static_cast<incoming_arc&>(along);
    computation_instance& consumer = *incoming.end;
    auto& slot =
        *reinterpret_cast<argument_slot*>(&incoming);  // the arc is the first member of the slot
    slot.receive(static_cast<typed_instance<S>&>(producer), may_move, consumer);
    if (slot.state_ == state::error) consumer.note_argument_error();
    argument_arrived(consumer, runs_on);
  }

  template <class S>
  void receive(typed_instance<S>& producer, bool may_move,
               const computation_instance& consumer) noexcept {
    if (producer.result() == computation_instance::outcome::error) return fail(producer.error());
    try {
      if (may_move)
        ::new (static_cast<void*>(&value_)) V(std::move(producer.value()));
      else
        ::new (static_cast<void*>(&value_)) V(static_cast<const S&>(producer.value()));
      state_ = state::value;
    } catch (...) {
      fail(describe_exception(place_of(consumer)));
    }
  }

  union {
    incoming_arc arc_;
    V value_;
    std::exception_ptr error_;
  };
  state state_ = state::empty;
};

namespace detail {
// Whether another process executes it, and will send its result where it is told to.
bool is_executed_elsewhere(computation_instance& producer);
}  // namespace detail

// Makes a call whose arguments are filled in one by one.
struct without_arguments {};

// The node of one call of `Method`.
template <class Method, class Indices = std::make_index_sequence<Method::arity>>
class call;

template <class Method, std::size_t... K>
class call<Method, std::index_sequence<K...>> final
    : public typed_instance<typename Method::result> {
 public:
  template <class... A>
  explicit call(const class_info* of_class, A&&... arguments)
      : typed_instance<typename Method::result>(of_class, Method::number) {
    static_assert(sizeof...(A) == Method::arity,
                  "wrong number of arguments for a Mentat member function");
    delayed_ = (0 + ... + std::get<K>(slots_).fill(std::forward<A>(arguments)));
    if (delayed_ != 0) this->expect(delayed_ + 1);
  }

  call(without_arguments, const class_info* of_class)
      : typed_instance<typename Method::result>(of_class, Method::number) {}

  [[nodiscard]] bool delayed() const { return delayed_ != 0; }
  // If the call goes to another process, and an argument comes from one, it is sent at once, and
  // the missing arguments go there when they are known. Arguments that are known by now are filled
  // in.
  void become_partial(runtime& in) {
    if (!detail::may_become_partial(*this, in)) return;
    (draw_if_known(std::get<K>(slots_), in), ...);
    const bool all_travel =
        ((!std::get<K>(slots_).producer() || std::get<K>(slots_).is_of_same_type()) && ...);
    const bool any_far = ((std::get<K>(slots_).producer() &&
                           detail::is_executed_elsewhere(*std::get<K>(slots_).producer())) ||
                          ...);
    if (!all_travel || !any_far) return;
    ((std::get<K>(slots_).producer() ? std::get<K>(slots_).hold_producer() : void()), ...);
    delayed_ = 0;
    this->expect(0);
    this->note_partial();
  }
  void draw_arcs(scheduler& runs_on) {
    (std::get<K>(slots_).draw(*this, runs_on), ...);
    argument_arrived(*this, runs_on);  // the creator's own count
  }

  template <std::size_t Index>
  [[nodiscard]] typename Method::template value<Index>& argument() {
    return std::get<Index>(slots_).value();
  }
  template <std::size_t Index>
  [[nodiscard]] auto& slot() {
    return std::get<Index>(slots_);
  }

  [[nodiscard]] std::exception_ptr argument_error() const override {
    std::exception_ptr first;
    static_cast<void>(
        ((std::get<K>(slots_).error() ? (first = *std::get<K>(slots_).error(), true) : false) ||
         ...));
    return first;
  }
  [[nodiscard]] std::uint64_t missing_arguments() const override {
    return (std::uint64_t{0} | ... |
            (K < 64 && std::get<K>(slots_).is_delayed() ? std::uint64_t{1} << (K % 64) : 0));
  }
  void drop_arguments() noexcept override { (std::get<K>(slots_).drop(), ...); }
  computation_instance* take_producer(std::size_t argument) override {
    computation_instance* taken = nullptr;
    ((K == argument ? taken = std::get<K>(slots_).take_producer() : nullptr), ...);
    return taken;
  }
  void fail_argument(std::size_t argument, std::exception_ptr why) override {
    ((K == argument ? std::get<K>(slots_).fail(why) : void()), ...);
    this->note_argument_error();
  }

 private:
  template <class Slot>
  void draw_if_known(Slot& slot, runtime& in) {
    if (slot.producer() && result_of(*slot.producer()).future.is_closed())
      slot.draw(*this, in);
  }

  std::tuple<argument_slot<typename Method::template value<K>>...> slots_;
  int delayed_ = 0;
};

}  // namespace mentat
