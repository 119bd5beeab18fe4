// A bool takes only bools, of Python's or numpy's: pybind11 takes what has a truth value, which is
// everything. Included before pybind11.h.
#pragma once

#include <pybind11/cast.h>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#pragma GCC visibility push(hidden)
namespace mentat {
template <class T>
class buffer;
}
namespace mentat::python {

namespace py = pybind11;

inline bool is_bool(py::handle one) {
  if (PyBool_Check(one.ptr())) return true;
  const std::string_view name = Py_TYPE(one.ptr())->tp_name;
  return name == "numpy.bool_" || name == "numpy.bool";
}

// Whether a value of the type has bools. Those of a variant are looked at when one is chosen.
template <class T>
inline constexpr bool has_bools = std::same_as<T, bool>;
template <template <class...> class Container, class... T>
inline constexpr bool has_bools<Container<T...>> = (has_bools<std::remove_const_t<T>> || ...);
template <template <class, std::size_t> class Array, class T, std::size_t N>
inline constexpr bool has_bools<Array<T, N>> = has_bools<T>;
template <class... T>
inline constexpr bool has_bools<std::variant<T...>> = false;
template <class T>
inline constexpr bool has_bools<buffer<T>> = false;

template <class T>
bool bools_are_bools(py::handle in);

template <class T, std::size_t... K>
bool parts_are_bools(const py::sequence& in, std::index_sequence<K...>) {
  return in.size() != sizeof...(K) ||
         (bools_are_bools<std::tuple_element_t<K, T>>(py::object(in[K])) && ...);
}

// False: a bool of the value would be made of something else. What does not fit in another way is
// left to the conversion.
template <class T>
bool bools_are_bools(py::handle in) {
  const auto all = [&]<class Part>(std::type_identity<Part>, py::handle of) {
    for (const py::handle part : of)
      if (!bools_are_bools<Part>(part)) return false;
    return true;
  };
  if constexpr (std::same_as<T, bool>) {
    return is_bool(in);
  } else if constexpr (!has_bools<T>) {
    return true;
  } else if constexpr (requires { typename T::mapped_type; }) {
    return !PyDict_Check(in.ptr()) ||
           (all(std::type_identity<typename T::key_type>(), in) &&
            all(std::type_identity<typename T::mapped_type>(),
                py::reinterpret_steal<py::object>(PyDict_Values(in.ptr()))));
  } else if constexpr (requires(const T& one) { one.has_value(); }) {
    return in.is_none() || bools_are_bools<typename T::value_type>(in);
  } else if constexpr (requires { typename T::value_type; }) {
    const bool has_parts = PySequence_Check(in.ptr()) != 0 || PyAnySet_Check(in.ptr());
    return !has_parts || all(std::type_identity<typename T::value_type>(), in);
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    return !PySequence_Check(in.ptr()) ||
           parts_are_bools<T>(py::reinterpret_borrow<py::sequence>(in),
                              std::make_index_sequence<std::tuple_size_v<T>>());
  } else {
    return true;
  }
}

}  // namespace mentat::python
#pragma GCC visibility pop
