// A computation instance with the C++ value of its result, and the pointer through which a caller
// holds it. Thread-safety: as computation_instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "rts/core/computation_instance.h"

namespace mentat {

template <class T>
using value_t = std::remove_cvref_t<T>;  // arguments and results go by value

namespace detail {
// Each process has copies of the objects of such a class (replicated.h).
template <class Impl>
concept is_replicated = requires { Impl::mentat_replicated__; };
// Of a class whose objects survive their process.
template <class Impl>
concept is_durable = requires { Impl::mentat_cells__; };
}  // namespace detail

// A copy of an object to which no reference can be bound: a bit-field, a packed field, a constant
// without memory.
template <class T>
[[nodiscard]] constexpr T by_value__(T value) {
  return value;
}

namespace detail {
void report_unseen_error(const computation_instance& ended) noexcept;

// As C++ initialises a parameter or a result: explicit constructors take no part.
template <class T, class U>
[[nodiscard]] constexpr T implicitly(U&& from) {
  if constexpr (std::is_class_v<T> || std::is_union_v<T>)
    return std::forward<U>(from);
  else
    return static_cast<T>(std::forward<U>(from));
}
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
      std::destroy_at(std::addressof(value()));
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

// A computation instance pointer, CIP: the immediate result of a call, before its value exists.
// Owns one reference. Move-only.
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

  explicit operator bool() const { return instance_ != nullptr; }
  [[nodiscard]] typed_instance<R>& operator*() const { return *instance_; }
  [[nodiscard]] typed_instance<R>* operator->() const { return instance_; }
  [[nodiscard]] typed_instance<R>* release() { return std::exchange(instance_, nullptr); }

 private:
  typed_instance<R>* instance_;
};

}  // namespace mentat
