// Parameters that are views, std::span<const T> and std::string_view: the call keeps the elements
// in a mentat::buffer, whose bytes on the wire are those of a std::vector<T> or std::string, and
// the member function sees a view of them while it runs. An argument is converted as C++ converts
// it to the parameter; a buffer is shared, an rvalue vector or string is moved, anything else is
// copied once. Thread-safety: none. Errors: std::bad_alloc.
#pragma once

#include <mentat/buffer.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rts/api/typed_instance.h"

namespace mentat::detail {

/// What a call keeps for a parameter.
template <class Parameter>
using kept_t = typename kept_for<value_t<Parameter>>::type;

template <class Parameter>
inline constexpr bool is_view = !std::is_same_v<kept_t<Parameter>, value_t<Parameter>>;

template <class Value>
using owned_sequence = std::conditional_t<std::is_same_v<Value, std::string_view>, std::string,
                                          std::vector<typename kept_t<Value>::value_type>>;

/// An argument as a call keeps it for a parameter of this type without reference.
template <class Value, class U>
[[nodiscard]] constexpr kept_t<Value> kept_from(U&& given) {
  using kept = kept_t<Value>;
  if constexpr (!is_view<Value>) {
    return implicitly<Value>(std::forward<U>(given));
  } else if constexpr (std::is_same_v<value_t<U>, kept>) {
    return std::forward<U>(given);
  } else if constexpr (std::is_same_v<U, std::vector<typename kept::value_type>> ||
                       std::is_same_v<U, std::string>) {
    return kept(std::move(given));
  } else {
    const Value view = implicitly<Value>(std::forward<U>(given));
    // Freed memory of large vectors and strings is kept for the next ones.
    return kept(owned_sequence<Value>(view.begin(), view.end()));
  }
}

/// A kept argument as the text of a member function sees it: a view, or the value itself.
template <class Parameter, class Kept>
[[nodiscard]] decltype(auto) seen_as(Kept& kept) {
  if constexpr (is_view<Parameter>)
    return value_t<Parameter>(kept);
  else
    return (kept);
}

// The sequence whose bytes are those of a kept view; the buffer itself if there is none.
template <class Value>
struct sequence_for {
  using type = kept_t<Value>;
};
template <class T>
  requires std::is_arithmetic_v<T>
struct sequence_for<std::span<const T>> {
  using type = std::vector<T>;
};
template <>
struct sequence_for<std::string_view> {
  using type = std::string;
};
template <class Value>
using sequence_of = typename sequence_for<Value>::type;

}  // namespace mentat::detail
