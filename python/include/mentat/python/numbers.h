// Integers and variants of Python's as C++ values. An integer takes what is one, that is, has
// `__index__`: pybind11 would cut the fraction of anything that has `__int__`. Included before
// pybind11.h, which uses these conversions.
#pragma once

#include <pybind11/cast.h>

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "mentat/python/bools.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

namespace py = pybind11;

// False: it is not an integer, or not within the range of T. Raises what `__index__` raises, such
// as the error of a delayed value.
template <class T>
bool load_integer(py::handle from, T& to) {
  if (!from || !PyIndex_Check(from.ptr())) return false;
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(from.ptr()));
  if (!number) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw py::error_already_set();
    PyErr_Clear();
    return false;
  }
  if constexpr (std::is_signed_v<T>) {
    int outside = 0;
    const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &outside);
    to = static_cast<T>(found);
    return outside == 0 && static_cast<long long>(to) == found;
  } else {
    const unsigned long long found = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred()) return PyErr_Clear(), false;
    to = static_cast<T>(found);
    return static_cast<unsigned long long>(to) == found;
  }
}

}  // namespace mentat::python

#define MENTAT_INTEGER(T)                                                              \
  template <>                                                                          \
  struct pybind11::detail::type_caster<T> {                                            \
    PYBIND11_TYPE_CASTER(T, const_name("int"));                                        \
    bool load(handle from, bool) { return mentat::python::load_integer(from, value); } \
    static handle cast(T from, return_value_policy, handle) {                          \
      if constexpr (std::is_signed_v<T>)                                               \
        return PyLong_FromLongLong(from);                                              \
      else                                                                             \
        return PyLong_FromUnsignedLongLong(from);                                      \
    }                                                                                  \
  };
MENTAT_INTEGER(signed char)
MENTAT_INTEGER(unsigned char)
MENTAT_INTEGER(short)
MENTAT_INTEGER(unsigned short)
MENTAT_INTEGER(int)
MENTAT_INTEGER(unsigned)
MENTAT_INTEGER(long)
MENTAT_INTEGER(unsigned long)
MENTAT_INTEGER(long long)
MENTAT_INTEGER(unsigned long long)
#undef MENTAT_INTEGER
#pragma GCC visibility pop

#include <pybind11/complex.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#pragma GCC visibility push(hidden)
// The first alternative that takes the value as it is, or else the first that converts it.
template <class... T>
struct pybind11::detail::variant_caster<std::variant<T...>> {
  using variant = std::variant<T...>;
  PYBIND11_TYPE_CASTER(variant, const_name("Union[") + detail::concat(make_caster<T>::name...) +
                                    const_name("]"));
  bool load(handle from, bool convert) {
    return (load_as<T>(from, false) || ...) || (convert && (load_as<T>(from, true) || ...));
  }
  template <class Variant>
  static handle cast(Variant&& from, return_value_policy policy, handle parent) {
    return std::visit(
        [&](auto&& one) {
          return make_caster<decltype(one)>::cast(std::forward<decltype(one)>(one), policy, parent);
        },
        std::forward<Variant>(from));
  }

 private:
  template <class Alternative>
  bool load_as(handle from, bool convert) {
    make_caster<Alternative> inner;
    if (!mentat::python::bools_are_bools<Alternative>(from) || !inner.load(from, convert))
      return false;
    value = cast_op<Alternative>(std::move(inner));
    return true;
  }
};
#pragma GCC visibility pop
