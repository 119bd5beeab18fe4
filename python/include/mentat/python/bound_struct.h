// A plain struct in Python: a class with the fields, made from values of the fields in their order,
// or by name. It is copied and pickled by its fields.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "mentat/python/module_text.h"
#include "mentat/python/plain_value.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

template <class T>
class struct__ {
 public:
  struct__(module__& to, const char* name) : to_(to), class_(to.of(), name, py::module_local()) {
    to_.line(std::string("class ") + name + ":");
    class_.def("__repr__", [](const py::object& self) { return package().attr("_repr_of")(self); });
    class_.def("__eq__", [](const py::object& self, const py::object& other) {
      return package().attr("_same_fields")(self, other);
    });
    class_.attr("_fields") = py::tuple();
    if constexpr (std::is_default_constructible_v<T>) {
      class_.def(py::init<>());
      class_.def("__reduce__",
                 [](const py::object& self) { return package().attr("_reduced")(self); });
      class_.def(py::init([](const py::args& values, const py::kwargs& named) {
        return package().attr("_filled")(py::cast(T{}), values, named).template cast<T>();
      }));
    } else if constexpr (std::is_copy_constructible_v<T>) {
      class_.def("__copy__", [](const T& self) { return T(self); });
      class_.def("__deepcopy__", [](const T& self, const py::object&) { return T(self); });
    }
  }
  ~struct__() {
    if constexpr (std::is_default_constructible_v<T>)
      to_.line("    def __init__(self, *values: typing.Any, **named: typing.Any) -> None: ...\n");
  }
  template <auto Field>
  struct__& field__(const char* name) {
    using type = std::remove_cvref_t<decltype(std::declval<T&>().*Field)>;
    static_assert(form<type>::exists, "a field of the struct has no form in Python");
    class_.def_property(
        name, [](const T& of) -> const type& { return of.*Field; },
        [name](T& of, const py::object& given) { set<type>(of.*Field, given, name); });
    return note<type>(name);
  }
  template <class Get, class Set>
  struct__& bits__(const char* name, Get get, Set put) {
    using type = std::remove_cvref_t<decltype(get(std::declval<const T&>()))>;
    class_.def_property(name, get, [name, put](T& of, const py::object& given) {
      type value{};
      set<type>(value, given, name);
      put(of, value);
    });
    return note<type>(name);
  }

 private:
  template <class Type>
  static void set(Type& field, const py::object& given, const char* name) {
    const py::object plain = plain_value<Type>(given);
    py::detail::make_caster<Type> loaded;
    if (!bools_are_bools<Type>(plain) || !loaded.load(plain, true))
      throw py::type_error(std::string(name) + " takes " + form<Type>::name() + ", not " +
                           py::repr(plain).cast<std::string>());
    field = py::detail::cast_op<Type>(std::move(loaded));
  }
  template <class Type>
  struct__& note(const char* name) {
    class_.attr("_fields") = py::tuple(class_.attr("_fields")) + py::make_tuple(name);
    to_.line(std::string("    ") + name + ": " + form<Type>::name());
    return *this;
  }

  module__& to_;
  py::class_<T> class_;
};

}  // namespace mentat::python
#pragma GCC visibility pop
