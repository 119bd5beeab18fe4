// Tuple spaces [LINDA86 2]: tuples that any part of a program puts, reads and takes by their
// contents. docs/spaces.md is the reference. Like <mentat/mpl.h> it has faces: the translator sees
// declarations; translated text and text written by hand, the run-time interface. A sequential
// elision has no spaces: nothing would run there while an `in` waits.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__MPLC__)
#include <mentat/mpl.h>
#elif !defined(MENTAT_TRANSLATED)
#error "a program with mentat::space is built with mentat c++ or mplc; an elision has no spaces"
#endif

namespace mentat {

template <std::size_t Size>
struct name_text {
  // NOLINTNEXTLINE(google-explicit-constructor): "job"_name
  consteval name_text(const char (&given)[Size]) {
    for (std::size_t at = 0; at < Size; ++at) text[at] = given[at];
  }
  char text[Size];
};

// A field that is a type of its own and has one value: "job"_name. It costs nothing at run time.
template <name_text Text>
struct name {};

namespace literals {
template <name_text Text>
consteval name<Text> operator""_name() {
  return {};
}
}  // namespace literals

// A field that has a type and no value. In a pattern it matches each value of its type.
template <class T>
struct formal_field {
#if !defined(__MPLC__)  // which says it as E0801
  static_assert(std::is_same_v<T, std::remove_cvref_t<T>>,
                "the type of a mentat::formal is that of a value: neither const nor a reference");
#endif
  using type = T;
};
template <class T>
inline constexpr formal_field<T> formal{};

// A hint of create() for a space that is read far more often than changed: every process has all
// tuples. rd, rdp, rd_all and count read them there; out and in wait for one order.
struct everywhere_hint {};
inline constexpr everywhere_hint everywhere{};

namespace space_detail {

template <class Field>
struct value_of_formal {
  using tuple = std::tuple<>;
};
template <class T>
struct value_of_formal<formal_field<T>> {
  using tuple = std::tuple<std::remove_cvref_t<T>>;
};
// The types of the formals among the fields of a pattern, in their order.
template <class... Field>
using formals_of = decltype(std::tuple_cat(
    std::declval<typename value_of_formal<std::remove_cvref_t<Field>>::tuple>()...));

template <class Tuple>
struct results {  // of several formals
  using one = Tuple;
  using maybe = std::optional<one>;
};
template <>
struct results<std::tuple<>> {
  using one = void;
  using maybe = bool;
};
template <class T>
struct results<std::tuple<T>> {
  using one = T;
  using maybe = std::optional<one>;
};

// The result of a pattern: the value of its formal, a tuple of several, void if it has none.
template <class... Field>
using taken = typename results<formals_of<Field...>>::one;
// The same where there may be none: bool for a pattern without formals.
template <class... Field>
using maybe_taken = typename results<formals_of<Field...>>::maybe;

// in_some() and rd_all() give the values of formals.
template <class... Field>
concept has_formals = !std::is_void_v<taken<Field...>>;

}  // namespace space_detail
}  // namespace mentat

#if defined(__MPLC__)

namespace mentat {

class space {
 public:
  template <class... Field>
  void out(const Field&... fields) const {}
  template <class... Field>
  space_detail::taken<Field...> in(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
  space_detail::taken<Field...> rd(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
  space_detail::maybe_taken<Field...> inp(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
  space_detail::maybe_taken<Field...> rdp(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
  void eval(const Field&... fields) const {}
  template <class Duration, class... Field>
  space_detail::maybe_taken<Field...> in_for(const Duration& longest,
                                             const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class Duration, class... Field>
  space_detail::maybe_taken<Field...> rd_for(const Duration& longest,
                                             const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
    requires space_detail::has_formals<Field...>
  std::vector<space_detail::taken<Field...>> in_some(std::size_t most,
                                                     const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
    requires space_detail::has_formals<Field...>
  std::vector<space_detail::taken<Field...>> rd_all(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class... Field>
  std::size_t count(const Field&... pattern) const {
    __builtin_unreachable();
  }
  template <class Archive>
  void serialize(Archive&) {}
  friend bool operator==(const space&, const space&) { return true; }
  friend bool operator<(const space&, const space&) { return true; }
};

}  // namespace mentat

#else
#include "rts/api/space.h"
#endif
