/// @file
/// Tuple spaces [LINDA86 2]: tuples that any part of a program puts, reads and takes by their
/// contents. A sequential elision has no spaces: nothing would run there while an `in` waits.
/// docs/spaces.md.
// Like <mentat/mpl.h> it has faces: the translator sees declarations; translated text and text
// written by hand, the run-time interface.
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

/// The text of a mentat::name.
template <std::size_t Size>
struct name_text {
  /// Of a literal.
  // NOLINTNEXTLINE(google-explicit-constructor): "job"_name
  consteval name_text(const char (&given)[Size]) {
    for (std::size_t at = 0; at < Size; ++at) text[at] = given[at];
  }
  char text[Size];  ///< With its final zero.
};

/// A field that is a type of its own and has one value: `"job"_name`. It costs nothing at run time.
template <name_text Text>
struct name {};

/// `using namespace mentat::literals;`
namespace literals {
/// `"job"_name`: the mentat::name of this text.
template <name_text Text>
consteval name<Text> operator""_name() {
  return {};
}
}  // namespace literals

/// The type of mentat::formal.
template <class T>
struct formal_field {
#if !defined(__MPLC__)  // which says it as E0801
  static_assert(std::is_same_v<T, std::remove_cvref_t<T>>,
                "the type of a mentat::formal is that of a value: neither const nor a reference");
#endif
  using type = T;  ///< Of the values that it matches.
};
/// A field that has a type and no value. In a pattern it matches each value of its type, which the
/// operation gives; in a tuple it matches each value of a pattern. The first field of a tuple has a
/// value.
template <class T>
inline constexpr formal_field<T> formal{};

/// The type of mentat::everywhere.
struct everywhere_hint {};
/// A hint of create() for a space that is read far more often than changed: every process has all
/// tuples, and reads them without a message; `out` and `in` wait for the home, the process of
/// `main`. docs/spaces.md, "Everywhere".
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

/// A tuple space: a Mentat variable of a persistent class, unbound until create(); copies name the
/// same space, and destroy() ends it.
/// ```cpp
/// using namespace mentat::literals;
/// mentat::space bag;
/// mentat::create(bag);
/// bag.out("job"_name, 7);
/// int job = bag.in("job"_name, mentat::formal<int>);  // waits for a job and takes it: 7
/// ```
/// A field is a value, a name such as `"job"_name`, or a mentat::formal. A tuple has 1 to 16
/// fields. A pattern matches a tuple if the number and the types of the fields are the same, and
/// each value of the pattern has the same bytes as that of the tuple. An operation gives the values
/// of the formals of its pattern in their order: none is `void`, one is its value, several are a
/// `std::tuple`. A tuple is given to one `in` or `inp`.
///
/// Thread-safety: the operations run one at a time, each after everything that its caller has done
/// or seen before; the variable is as other Mentat variables. Errors: unbound_variable; object_lost
/// of a space that has ended, space_lost of one that has lost tuples; limit_error beyond
/// `limits.tuple`, `limits.space_tuples` and `limits.space_memory`. docs/spaces.md.
class space {
 public:
  /// Puts a tuple [LINDA86 2]. Waits neither for a taker nor for fields that are calls or delayed
  /// variables: the tuple enters when its last value has come, and never if the call fails. With
  /// several hosts, or mentat::everywhere, it may wait until the home has the tuple.
  template <class... Field>
  void out(const Field&... fields) const {}
  /// Waits for a tuple that the pattern matches, and takes it. Errors: deadlock, if nothing is left
  /// to run that could put one; the text names the pattern and the nearest misses.
  template <class... Field>
  space_detail::taken<Field...> in(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// The same as in(), but leaves the tuple.
  template <class... Field>
  space_detail::taken<Field...> rd(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// Takes a tuple if one is there: gives a `std::optional` of the values, or a `bool` for a
  /// pattern without formals. Does not wait for one.
  template <class... Field>
  space_detail::maybe_taken<Field...> inp(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// The same as inp(), but leaves the tuple.
  template <class... Field>
  space_detail::maybe_taken<Field...> rdp(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// The same as out(), by the paper's name for active tuples.
  template <class... Field>
  void eval(const Field&... fields) const {}
  /// An in() that waits for `longest` at most, a `std::chrono::duration`, from the moment at which
  /// the space finds no tuple; gives what inp() gives. In mode `serial` the time passes when
  /// nothing else can continue.
  template <class Duration, class... Field>
  space_detail::maybe_taken<Field...> in_for(const Duration& longest,
                                             const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// The same as in_for(), but leaves the tuple.
  template <class Duration, class... Field>
  space_detail::maybe_taken<Field...> rd_for(const Duration& longest,
                                             const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// Waits for one tuple as in() does, and takes up to `most` that are there; gives the values of
  /// each. The pattern has a formal.
  template <class... Field>
    requires space_detail::has_formals<Field...>
  std::vector<space_detail::taken<Field...>> in_some(std::size_t most,
                                                     const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// Reads all matching tuples that are there at one moment; gives the values of each. The pattern
  /// has a formal.
  template <class... Field>
    requires space_detail::has_formals<Field...>
  std::vector<space_detail::taken<Field...>> rd_all(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// The number of matching tuples that are there at one moment.
  template <class... Field>
  std::size_t count(const Field&... pattern) const {
    __builtin_unreachable();
  }
  /// @cond
  template <class Archive>
  void serialize(Archive&) {}
  /// @endcond
  /// Whether both name one space.
  friend bool operator==(const space&, const space&) { return true; }
  /// The order has no meaning; it is for keys.
  friend bool operator<(const space&, const space&) { return true; }
};

}  // namespace mentat

#else
#include "rts/api/space.h"
#endif
