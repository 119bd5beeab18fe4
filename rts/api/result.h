// A delayed value that may outlive the function that asked for it: for members, globals and
// containers, where a variable of a function would make the call block. Assignment from a call does
// not wait; get(), or use as a T, waits. Copies share the call, and each keeps the value once it is
// there. Thread-safety: none; it belongs to one object, like the rest of its state. Errors: get()
// throws the call's exception, each time. Ownership: a reference on the call until the value is
// there.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "rts/api/call.h"
#include "rts/core/activation.h"
#include "rts/core/run_time_system.h"

namespace mentat {

namespace detail {
// Whether the call has its value or error.
[[nodiscard]] inline bool has_ended(computation_instance& call) {
  return result_of(call).future.is_closed();
}
}  // namespace detail

template <class T>
class result {
 public:
  result() = default;
  result(const T& value) : value_(value) {}
  result(T&& value) : value_(std::move(value)) {}
  template <class R>
  result(cip<R> produced)
      : take_(std::is_same_v<R, T> ? nullptr : &result::template take<R>),
        producer_(produced.release()) {}
  result(const result& other)
      : value_(other.value_), take_(other.take_), producer_(other.producer_) {
    if (producer_) producer_->retain();
  }
  result(result&& other) noexcept
      : value_(std::move(other.value_)),
        take_(other.take_),
        producer_(std::exchange(other.producer_, nullptr)) {}
  result& operator=(result other) noexcept {
    std::swap(value_, other.value_);
    std::swap(take_, other.take_);
    std::swap(producer_, other.producer_);
    return *this;
  }
  ~result() {
    if (producer_) producer_->release();
  }

  // The value; waits for it. Of a result that was never assigned: T().
  [[nodiscard]] const T& get(source_place at = source_place::current()) const {
    if (producer_) fetch(at);
    if constexpr (std::is_default_constructible_v<T>)
      if (!value_) value_.emplace();
    return value_.value();
  }
  // Whether get() would return without waiting.
  [[nodiscard]] bool has_come() const { return !producer_ || detail::has_ended(*producer_); }
  operator const T&() const { return get({}); }
  // As a std::span of constant elements, or a std::string_view.
  template <class View>
    requires std::is_trivially_copyable_v<View> && std::is_constructible_v<View, const T&> &&
             (requires { View::extent; } || requires { &View::remove_prefix; })
  operator View() const {
    return View(get({}));
  }

  // The result as an argument of a call: an arc, if the result is not there yet.
  [[nodiscard]] rv_argument<T> as_argument() const {
    if (producer_ && !take_) return rv_argument<T>(*producer_);
    return {const_cast<T*>(&get({})), nullptr};
  }

  template <class Archive>
  void save(Archive& archive) const {
    archive(get({}));
  }
  template <class Archive>
  void load(Archive& archive) {
    T value{};
    archive(value);
    *this = result(std::move(value));
  }

 private:
  template <class R>
  static T take(computation_instance& from, bool may_move) {
    R& value = static_cast<typed_instance<R>&>(from).value();
    if (may_move) return static_cast<T>(std::move(value));
    return static_cast<T>(static_cast<const R&>(value));
  }

  void fetch(source_place at) const {
    if (result_of(*producer_).future.now() != future::state::closed)
      detail::required_runtime().wait(*producer_, at);
    computation_instance& done = result_of(*producer_);
    if (done.result() == computation_instance::outcome::error) {
      done.note_error_seen();
      std::rethrow_exception(done.error());
    }
    const bool may_move = only_reader(*producer_);
    value_.emplace(take_ ? take_(done, may_move) : take<T>(done, may_move));
    std::exchange(producer_, nullptr)->release();
  }

  mutable std::optional<T> value_;
  T (*take_)(computation_instance&, bool) = nullptr;  // of a call with another result; null: T
  mutable computation_instance* producer_ = nullptr;  // not null: the value is still there
};

}  // namespace mentat
