// Numbers whose bytes mean something else on another processor, whatever the order of bytes:
// `long double` has 64 bits of mantissa on x86-64, 113 on aarch64 and s390x. In a session of hosts
// with different processors such a number is refused when it is written; else nothing changes. And
// of which numbers memory consists, whose order of bytes can be changed.
// Thread-safety: all functions. Errors: marshal_error.
#pragma once

#include <atomic>
#include <complex>
#include <cstddef>
#include <type_traits>

#include "rts/api/marshal_error.h"

namespace mentat::detail {

// Of the program that this process belongs to. Set before its first thread.
inline std::atomic<bool> has_other_processors{false};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

template <class T>
inline constexpr bool has_own_format = std::is_same_v<T, long double>;
template <class T>
inline constexpr bool has_own_format<std::complex<T>> = has_own_format<T>;
template <class T>
inline constexpr bool has_own_format<const T> = has_own_format<T>;

template <class T>
void require_one_format() {
  if constexpr (has_own_format<T>)
    if (has_other_processors.load(std::memory_order_relaxed))
      throw marshal_error(
          "a long double cannot be sent in a session of hosts with different processors, where its "
          "format differs; use double");
}

// A struct that travels as its memory may hold such a number if it is aligned like one.
template <class T>
void require_one_layout() {
  if constexpr (std::is_class_v<T> && alignof(T) >= 16)
    if (has_other_processors.load(std::memory_order_relaxed))
      throw marshal_error(
          "a struct that travels as its memory cannot be sent in a session of hosts with different "
          "processors if it may hold a long double (it is aligned to 16 bytes); give it fields "
          "(serialize)");
}

// The size of the numbers that an element consists of; 0: not known.
template <class T>
consteval std::size_t size_of_numbers_in() {
  using element = std::remove_cv_t<T>;
  if constexpr (std::is_void_v<element>)
    return 0;
  else if constexpr (is_complex<element>)
    return sizeof(typename element::value_type);
  else if constexpr (std::is_arithmetic_v<element> || std::is_enum_v<element> ||
                     sizeof(element) == 1)
    return sizeof(element);
  else
    return 0;
}
// Whether memory that is read or written as it is can be understood there.
template <std::size_t Number>
void require_numbers(bool is_other_order) {
  if (Number == 0 && is_other_order)
    throw marshal_error(
        "a struct that travels as its memory, without fields that are known, comes from or goes to "
        "a machine with another order of bytes; give it fields (serialize)");
}

}  // namespace mentat::detail
