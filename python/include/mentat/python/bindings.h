// Makes a module of the bindings in it. Needs the GIL.
#pragma once

#include <string>

#include "mentat/python/bound_class.h"
#include "mentat/python/bound_struct.h"
#include "mentat/python/sharing.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

inline void check_version(const py::module_& package, const std::string& module,
                          const std::string& version) {
  const auto found = package.attr("__version__").cast<std::string>();
  if (found == version) return;
  throw py::import_error(module + " was made by Mentat " + version +
                         ", and the package mentat at " +
                         py::str(package.attr("__path__")).cast<std::string>() + " is of Mentat " +
                         found + "; make the module again with `mentat python-module`");
}

inline py::module_ find_package(const char* folder) {
  try {
    return package();
  } catch (py::error_already_set& missing) {
    if (!missing.matches(PyExc_ModuleNotFoundError)) throw;
  }
  py::module_::import("sys").attr("path").attr("append")(folder);
  return package();
}

// `folder`: where the installation that made the module has the package mentat.
inline void fill_module__(py::module_ made, const char* version, const char* folder) {
  const py::module_ mentat = find_package(folder);
  check_version(mentat, made.attr("__name__").cast<std::string>(), version);
  known_objects& known = known_objects::here();
  made.def("_mentat_get", [](const py::handle& capsule) { return delayed_in(capsule).get(); });
  made.def("_mentat_has_come",
           [](const py::handle& capsule) { return is_there(delayed_in(capsule)); });
  made.def("_mentat_begin", &begin_run);
  made.def("_mentat_end", &end_run);
  made.def("_mentat_share", &share);
  known.delayed_class = mentat.attr("delayed");
  known.get = made.attr("_mentat_get");
  known.key = py::reinterpret_steal<py::object>(PyUnicode_InternFromString("_call"));
  module__ content(made);
  for (const bindings__::maker one : bindings__::all()) one(content);
  made.attr("_mentat_stub") = content.stub();
  mentat.attr("_adopt")(made);
}

}  // namespace mentat::python
#pragma GCC visibility pop

#define MENTAT_PYTHON_MODULE__(name, version, folder) \
  PYBIND11_MODULE(name, made__) { ::mentat::python::fill_module__(made__, version, folder); }
