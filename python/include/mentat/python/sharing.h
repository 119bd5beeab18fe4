// A copy of an array that calls share, between processes too. Needs the GIL.
#pragma once

#include <mentat/buffer.h>

#include <complex>
#include <cstdint>
#include <tuple>

#include "mentat/python/lent_memory.h"
#include "mentat/python/session.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

namespace detail {

using shared_elements = std::tuple<double, float, std::int64_t, std::int32_t, std::int16_t,
                                   std::int8_t, std::uint64_t, std::uint32_t, std::uint16_t,
                                   std::uint8_t, std::complex<double>, std::complex<float>>;

template <class T>
bool copy_if(const Py_buffer& from, py::object& made) {
  if (made || !has_elements<T>(from)) return static_cast<bool>(made);
  const auto size = static_cast<std::size_t>(from.len) / sizeof(T);
  made = array_of(buffer<T>::copy_of({static_cast<const T*>(from.buf), size}));
  return true;
}

template <class... T>
py::object copy_of(const Py_buffer& from, std::tuple<T...>*) {
  py::object made;
  (copy_if<T>(from, made) || ...);
  return made;
}

}  // namespace detail

inline py::object share(const py::object& array) {
  need_run();
  Py_buffer view;
  if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0)
    throw py::error_already_set();
  py::object made;
  if (view.ndim <= 1) made = detail::copy_of(view, static_cast<detail::shared_elements*>(nullptr));
  PyBuffer_Release(&view);
  if (!made) throw py::type_error("share() takes an array of numbers with one dimension");
  return made;
}

}  // namespace mentat::python
#pragma GCC visibility pop
