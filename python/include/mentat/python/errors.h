// Errors of calls as exceptions of Python: the classes are those of the package mentat, which
// chooses one by the C++ type. Needs the GIL.
#pragma once

#include <mentat/errors.h>

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "mentat/python/forms.h"
#include "rts/core/errors.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

inline py::module_ package() { return py::module_::import("mentat"); }

// An exception class of the program's own, with the test for it.
struct own_exception {
  std::string name;
  bool (*matches)(const std::exception& error);
};
inline std::vector<own_exception>& own_exceptions() {
  static std::vector<own_exception> all;
  return all;
}

// Derived ones stand after their bases.
inline std::string own_type_of(const std::exception& error) {
  const auto& all = own_exceptions();
  for (auto one = all.rbegin(); one != all.rend(); ++one)
    if (one->matches(error)) return one->name;
  return {};
}

// Bytes that are not UTF-8 become replacement characters.
inline py::str readable(const std::string& text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

[[noreturn]] inline void raise(const std::string& kind, const error_place& place,
                               const std::string& type_name, const std::string& text) {
  const py::object made = package().attr("_error_of")(
      kind, type_name, readable(text), place.class_name, place.function_name, place.host);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
  throw py::error_already_set();
}

inline const char* kind_of(const remote_error& error) {
  if (dynamic_cast<const object_lost*>(&error)) return "ObjectLost";
  if (dynamic_cast<const broken_rtf*>(&error)) return "BrokenRtf";
  if (dynamic_cast<const unbound_variable*>(&error)) return "UnboundVariable";
  if (dynamic_cast<const limit_error*>(&error)) return "LimitError";
  if (dynamic_cast<const deadlock*>(&error)) return "Deadlock";
  if (dynamic_cast<const closed_entry*>(&error)) return "ClosedEntry";
  if (dynamic_cast<const task_poisoned*>(&error)) return "TaskPoisoned";
  return "RemoteError";
}

// Raises what a call has thrown.
template <class Function>
decltype(auto) with_errors(Function&& function) {
  try {
    return function();
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const py::error_already_set&) {
    throw;
  } catch (const remote_error& error) {
    raise(kind_of(error), {error.class_name(), error.function_name(), error.host()},
          error.type_name(), error.what());
  } catch (const std::exception& error) {
    const std::string own = own_type_of(error);
    if (own.empty()) throw;
    raise(own, where(), own, error.what());
  }
}

}  // namespace mentat::python
#pragma GCC visibility pop
