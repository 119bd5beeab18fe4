// Which C++ types have a form in Python, and what a stub calls it. Values are converted by
// pybind11, buffers by lent_memory.h. A type without a form makes a static_assert of the emitted
// text fail, which names the member function and its parameter.
#pragma once

#include <mentat/buffer.h>

#include <array>
#include <complex>
#include <concepts>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "mentat/python/numbers.h"
#include "mentat/python/times.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

namespace py = pybind11;

// The name of a struct or a Mentat variable that the module binds, or one that it uses; null: none.
template <class T>
inline constexpr const char* bound_name__ = nullptr;

template <class T>
struct form {
  static constexpr bool exists = bound_name__<T> != nullptr;
  static std::string name() { return bound_name__<T>; }
};

namespace detail {

template <class T>
constexpr const char* number_name() {
  if constexpr (std::same_as<T, bool>) return "bool";
  if constexpr (std::same_as<T, char>) return "str";
  return std::is_floating_point_v<T> ? "float" : "int";
}

template <class... T>
std::string listed_names(const char* between) {
  std::string text;
  ((text += (text.empty() ? "" : between) + form<T>::name()), ...);
  return text;
}

template <class... T>
struct container_form {
  static constexpr bool exists = (form<T>::exists && ...);
};

}  // namespace detail

template <class T>
  requires std::is_arithmetic_v<T>
struct form<T> {
  static constexpr bool exists = !std::same_as<T, long double>;
  static std::string name() { return detail::number_name<T>(); }
};
template <class T>
  requires std::is_enum_v<T>
struct form<T> {
  static constexpr bool exists = true;
  static std::string name() { return "int"; }
};
template <>
struct form<void> {
  static constexpr bool exists = true;
  static std::string name() { return "None"; }
};
template <>
struct form<std::string> {
  static constexpr bool exists = true;
  static std::string name() { return "str"; }
};
template <class T>
struct form<std::complex<T>> {
  static constexpr bool exists = !std::same_as<T, long double>;
  static std::string name() { return "complex"; }
};
template <class R, class P>
struct form<std::chrono::duration<R, P>> {
  static constexpr bool exists = true;
  static std::string name() { return "datetime.timedelta"; }
};
template <class D>
struct form<std::chrono::time_point<std::chrono::system_clock, D>> {
  static constexpr bool exists = true;
  static std::string name() { return "datetime.datetime"; }
};

#define MENTAT_SEQUENCE(container, python)                                   \
  template <class T, class... Rest>                                          \
  struct form<container<T, Rest...>> : detail::container_form<T> {           \
    static std::string name() { return python "[" + form<T>::name() + "]"; } \
  };
MENTAT_SEQUENCE(std::vector, "list")
MENTAT_SEQUENCE(std::deque, "list")
MENTAT_SEQUENCE(std::list, "list")
MENTAT_SEQUENCE(std::set, "set")
MENTAT_SEQUENCE(std::unordered_set, "set")
MENTAT_SEQUENCE(std::optional, "typing.Optional")
#undef MENTAT_SEQUENCE
#define MENTAT_MAP(container)                                                              \
  template <class K, class T, class... Rest>                                               \
  struct form<container<K, T, Rest...>> : detail::container_form<K, T> {                   \
    static std::string name() { return "dict[" + detail::listed_names<K, T>(", ") + "]"; } \
  };
MENTAT_MAP(std::map)
MENTAT_MAP(std::unordered_map)
#undef MENTAT_MAP
#define MENTAT_PRODUCT(product, python)                                                       \
  template <class... T>                                                                       \
  struct form<product<T...>> : detail::container_form<T...> {                                 \
    static std::string name() { return python "[" + detail::listed_names<T...>(", ") + "]"; } \
  };
MENTAT_PRODUCT(std::pair, "tuple")
MENTAT_PRODUCT(std::tuple, "tuple")
MENTAT_PRODUCT(std::variant, "typing.Union")
#undef MENTAT_PRODUCT
template <>
struct form<std::tuple<>> {
  static constexpr bool exists = true;
  static std::string name() { return "tuple[()]"; }
};
template <class T, std::size_t N>
struct form<std::array<T, N>> : detail::container_form<T> {
  static std::string name() { return "list[" + form<T>::name() + "]"; }
};

// Elements of which numpy has arrays.
template <class T>
inline constexpr bool is_array_element =
    (std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, long double>) ||
    std::same_as<T, std::byte> || std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;

template <class T>
struct form<buffer<T>> {
  static constexpr bool exists = is_array_element<T>;
  static std::string name() { return std::same_as<T, char> ? "str" : "numpy.ndarray"; }
};

}  // namespace mentat::python
#pragma GCC visibility pop

// Enumerations are numbers in Python.
template <class E>
struct pybind11::detail::type_caster<E, std::enable_if_t<std::is_enum_v<E>>> {
  using number = std::underlying_type_t<E>;
  using stored = std::conditional_t<sizeof(number) == 1, int, number>;
  PYBIND11_TYPE_CASTER(E, const_name("int"));
  bool load(handle from, bool convert) {
    make_caster<stored> inner;
    if (!inner.load(from, convert)) return false;
    const auto given = cast_op<stored>(inner);
    value = static_cast<E>(static_cast<number>(given));
    return static_cast<stored>(static_cast<number>(given)) == given;
  }
  static handle cast(E from, return_value_policy, handle) {
    return PyLong_FromLongLong(static_cast<long long>(from));
  }
};
