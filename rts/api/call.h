// The typed form of a computation instance: a call of a member function, with its arguments and its
// result as C++ values (argument_slot.h, typed_instance.h). Within a process nothing is encoded: an
// argument is moved or copied once into the call, a result once into each consumer [TOCS96 3.2].
// Thread-safety: as computation_instance. Errors: exceptions of the user's copy constructors become
// error tokens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rts/api/argument_slot.h"
#include "rts/api/typed_instance.h"
#include "rts/core/activation.h"
#include "rts/core/computation_instance.h"
#include "rts/core/program_graph.h"
#include "rts/core/run_time_system.h"

namespace mentat {

// A member function as the run-time system sees it: its class, number and signature. Never
// instantiated, only named.
template <class Class, std::uint32_t Number, class Signature>
struct method;

template <class Class, std::uint32_t Number, class Result, class... Parameters>
struct method<Class, Number, Result(Parameters...)> {
  using owner = Class;
  using result = value_t<Result>;
  static constexpr std::uint32_t number__ = Number;
  static constexpr std::size_t arity = sizeof...(Parameters);
  template <std::size_t K>
  using parameter = std::tuple_element_t<K, std::tuple<Parameters...>>;
  template <std::size_t K>
  using value__ = value_t<parameter<K>>;
  template <std::size_t K>
  using kept = detail::kept_t<parameter<K>>;
  static constexpr bool runs_inline = false;
};

// One of a regular class whose calls run where they are made, because they are briefer than it
// takes to hand them over (docs/seeing.md). It waits for nothing.
template <class Class, std::uint32_t Number, class Signature>
struct inline_method : method<Class, Number, Signature> {
  static constexpr bool runs_inline = true;
};

// A constructor of a persistent class, as a call whose result is the name of a new object.
template <class Class, std::uint16_t Index, class... Parameters>
struct constructor : method<Class, create_function, mmps::mmps_name(Parameters...)> {
  static constexpr std::uint16_t index = Index;
  // Whether a call can hold the arguments. If not, the object is made where create() is called.
  static constexpr bool callable =
      (std::is_constructible_v<value_t<Parameters>, Parameters> && ...);
};

namespace detail {
[[noreturn]] void throw_no_runtime();
// The run-time system of the calling thread; throws if it has none.
inline run_time_system& required_runtime() {
  run_time_system* in = current_activation->runtime;
  if (!in) [[unlikely]]
    throw_no_runtime();
  return *in;
}
// The call goes to another process, and may be sent before its arguments are there.
bool may_become_partial(const computation_instance& call, run_time_system& in);
// As required_runtime(). Throws std::logic_error while a write of a replicated object runs, which
// can use no Mentat class.
run_time_system& required_runtime(const class_info& of_class);
}  // namespace detail

namespace detail {
// Whether another process executes the call and sends its result where it is told to.
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
      : typed_instance<typename Method::result>(of_class, Method::number__) {
    static_assert(sizeof...(A) == Method::arity,
                  "wrong number of arguments for a Mentat member function");
    delayed_ = (0 + ... + std::get<K>(slots_).fill(std::forward<A>(arguments)));
    if (delayed_ != 0) this->expect(delayed_ + 1);
  }

  call(without_arguments, const class_info* of_class)
      : typed_instance<typename Method::result>(of_class, Method::number__) {}

  [[nodiscard]] bool delayed() const { return delayed_ != 0; }
  void set_called_at(source_place at) { called_at_ = at; }
  [[nodiscard]] source_place called_at() const override { return called_at_; }
  // If the call goes to another process, and another process produces one of its arguments, it is
  // sent at once; missing arguments follow when they are known. Arguments known by now are filled
  // in.
  void become_partial(run_time_system& in) {
    if (!detail::may_become_partial(*this, in)) return;
    (draw_if_known(std::get<K>(slots_), in), ...);
    const bool all_travel =
        ((!std::get<K>(slots_).producer() || std::get<K>(slots_).has_same_bytes()) && ...);
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
  [[nodiscard]] typename Method::template kept<Index>& argument() {
    return std::get<Index>(slots_).value();
  }
  // Only to be read: many calls may share it.
  template <std::size_t Index>
  [[nodiscard]] const typename Method::template kept<Index>& seen() const {
    return std::get<Index>(slots_).seen();
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
  // Where a call keeps the state of each argument, as in method_description.
  [[nodiscard]] static std::array<std::uint32_t, sizeof...(K)> argument_states() {
    // Only addresses are computed: no tuple is there.
    constexpr std::uintptr_t here = 4096 * alignof(slots);
    [[maybe_unused]] slots& made = *reinterpret_cast<slots*>(here);
    return {static_cast<std::uint32_t>(
        offset_of_slots() + reinterpret_cast<std::uintptr_t>(std::get<K>(made).place_of_state()) -
        here)...};
  }
  void drop_arguments() noexcept override { (std::get<K>(slots_).drop(), ...); }
  computation_instance* take_producer(std::size_t argument) override {
    computation_instance* taken = nullptr;
    ((K == argument ? taken = std::get<K>(slots_).take_producer() : nullptr), ...);
    return taken;
  }
  void see_producers(computation_instance::producer_seen seen, void* context) const override {
    [[maybe_unused]] const auto show = [&](const auto& slot) {
      if (slot.producer()) seen(context, *slot.producer());
    };
    (show(std::get<K>(slots_)), ...);
  }
  void fail_argument(std::size_t argument, std::exception_ptr why) override {
    ((K == argument ? std::get<K>(slots_).fail(why) : void()), ...);
    this->note_argument_error();
  }

 private:
  template <class Slot>
  void draw_if_known(Slot& slot, run_time_system& in) {
    if (slot.producer() && result_of(*slot.producer()).future.is_closed()) slot.draw(*this, in);
  }

  using slots = std::tuple<argument_slot<typename Method::template value__<K>>...>;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
  static constexpr std::size_t offset_of_slots() { return offsetof(call, slots_); }
#pragma GCC diagnostic pop

  slots slots_;
  int delayed_ = 0;
  source_place called_at_;
};

}  // namespace mentat
