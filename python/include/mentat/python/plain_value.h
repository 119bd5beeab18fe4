// An argument with its delayed values replaced by the values, wherever a container of its type can
// have them. Waits; raises the errors of their calls. Needs the GIL.
#pragma once

#include <algorithm>
#include <tuple>

#include "mentat/python/delayed.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// How many containers stand inside each other in a value of the type. More may not be searched: an
// object of Python's can contain itself.
template <class T>
inline constexpr int depth_of = 0;
template <class T>
inline constexpr int depth_of<buffer<T>> = 1;
template <class T, std::size_t N>
inline constexpr int depth_of<std::array<T, N>> = 1 + depth_of<T>;
template <template <class...> class Container, class... T>
  requires(form<Container<T...>>::exists && bound_name__<Container<T...>> == nullptr)
inline constexpr int depth_of<Container<T...>> = [] {
  int inner = 0;
  ((inner = std::max(inner, depth_of<T>)), ...);
  return 1 + inner;
}();

inline py::object plain_value(py::handle from, int depth);

inline bool has_delayed(py::handle in, int depth);

// Visits the parts of a container of Python's; false: it is none.
template <class Visitor>
bool visit_parts(py::handle in, Visitor&& visit) {
  if (PyDict_Check(in.ptr())) {
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(in)) {
      visit(key);
      visit(value);
    }
  } else if (PyList_Check(in.ptr()) || PyTuple_Check(in.ptr())) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(in.ptr()); ++i)
      visit(py::handle(PySequence_Fast_GET_ITEM(in.ptr(), i)));
  } else if (PyAnySet_Check(in.ptr())) {
    for (const py::handle part : py::reinterpret_borrow<py::anyset>(in)) visit(part);
  } else {
    return false;
  }
  return true;
}

inline bool is_delayed(py::handle one) {
  return reinterpret_cast<PyObject*>(Py_TYPE(one.ptr())) ==
         known_objects::here().delayed_class.ptr();
}

inline bool has_delayed(py::handle in, int depth) {
  if (is_delayed(in)) return true;
  bool found = false;
  if (depth > 0)
    visit_parts(in, [&](py::handle part) { found = found || has_delayed(part, depth - 1); });
  return found;
}

inline py::object plain_value(py::handle from, int depth) {
  if (!has_delayed(from, depth)) return py::reinterpret_borrow<py::object>(from);
  if (is_delayed(from)) return delayed_in(capsule_of(from)).get();
  // The parts first: while this waits, other threads of Python may change the container.
  py::list parts;
  visit_parts(from, [&](py::handle part) { parts.append(part); });
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = plain_value(parts[i], depth - 1);
  if (!PyDict_Check(from.ptr())) {
    if (PyAnySet_Check(from.ptr())) return py::set(parts);
    return PyTuple_Check(from.ptr()) ? py::object(py::tuple(parts)) : py::object(parts);
  }
  py::dict made;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) made[parts[i]] = parts[i + 1];
  return std::move(made);
}

template <class T>
py::object plain_value(py::handle from) {
  return plain_value(from, depth_of<T>);
}

}  // namespace mentat::python
#pragma GCC visibility pop
