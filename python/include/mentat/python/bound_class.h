// A Mentat class in Python: its variables, made by its constructors, and calls of its member
// functions. Needs the GIL.
#pragma once

#include <mentat/api.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mentat/python/calls.h"
#include "mentat/python/module_text.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

struct no_base__ {};

template <class Impl>
struct variable_of {
  using type = handle<Impl>;
};
template <>
struct variable_of<no_base__> {
  using type = no_base__;
};

template <class Impl, class Base = no_base__>
class class__ {
  using variable = handle<Impl>;
  template <class B>
  struct bound_with {
    using type = py::class_<variable, handle<B>>;
  };
  // A base that no module binds has no form in Python.
  static constexpr bool has_base = form<typename variable_of<Base>::type>::exists;
  using bound_class = typename std::conditional_t<has_base, bound_with<Base>,
                                                  std::type_identity<py::class_<variable>>>::type;

 public:
  class__(module__& to, const char* name, const char* doc)
      : to_(to), class_(to.of(), name, doc, py::module_local()) {
    std::string base;
    if constexpr (has_base) base = "(" + form<handle<Base>>::name() + ")";
    text_ = std::string("class ") + name + base + ":\n" + doc_line("    ", doc);
    class_.def("__eq__", [](const variable& a, const variable& b) { return a == b; });
    // The other one's __eq__ decides: it may be a delayed object.
    class_.def("__eq__", [](const variable&, const py::object&) {
      return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    });
    class_.def("__hash__", [](const variable& one) { return std::hash<variable>()(one); });
    // A variable stays as it is, so it is its own copy: the object is not copied.
    class_.def("__copy__", [](const py::object& self) { return self; });
    class_.def("__deepcopy__", [](const py::object& self, const py::object&) { return self; });
    class_.def("_mentat_destroy", [](variable& one) { begin([&] { one.destroy(); }); });
    class_.def("_mentat_bound", [](const variable& one) {
      return begin([&] { return one.mentat_object::bound(); });
    });
  }
  ~class__() {
    for (const auto& [name, text] : members_) {
      const auto same = [&name = name](const auto& one) { return one.first == name; };
      if (std::ranges::count_if(members_, same) > 1) text_ += "    @typing.overload\n";
      text_ += text;
    }
    to_.line(text_ + (members_.empty() ? "    ...\n" : ""));
  }

  // The constructor without parameters, if there is one.
  class__& constructor__() {
    if constexpr (std::is_default_constructible_v<Impl>) {
      class_.def(py::init([] { return made<Impl>(); }));
      add_member("__init__", "self", "None", "");
    }
    return *this;
  }
  // With parameters of which the last `defaults` may be left out.
  template <class Tag, std::size_t Defaults, std::size_t N>
  class__& constructor__(const std::array<const char*, N>& names) {
    add_signature<Tag>(names, std::make_index_sequence<N>(), Defaults);
    add_constructors<Tag, Defaults>(names, std::make_index_sequence<Defaults + 1>());
    return *this;
  }

  template <class Tag, bool is_read, std::size_t N, class... Default>
  class__& method__(const char* name, const char* doc, const std::array<const char*, N>& names,
                    Default... defaults) {
    add_method<Tag, is_read>(name, doc, names, std::make_index_sequence<N>(),
                             std::tuple(defaults...));
    return *this;
  }

 private:
  template <class Tag, bool is_read, std::size_t N, std::size_t... K, class Defaults>
  void add_method(const char* name, const char* doc, const std::array<const char*, N>& names,
                  std::index_sequence<K...>, const Defaults& defaults) {
    class_.def(
        name,
        [defaults](const variable& of, argument<typename Tag::template parameter<K>>&... given) {
          need_run();
          (given.use(std::get<K>(defaults)), ...);
          return called<Tag, is_read>(of, given...);
        },
        doc, argument_of<std::tuple_element_t<K, Defaults>>(names[K])...);
    std::string parameters = "self";
    ((parameters += ", " + std::string(names[K]) + ": " +
                    form<typename Tag::template kept<K>>::name() +
                    (has_default<std::tuple_element_t<K, Defaults>> ? " = ..." : "")),
     ...);
    add_member(name, parameters, form<typename Tag::result>::name(), doc);
  }

  template <class Tag, std::size_t Defaults, std::size_t N, std::size_t... Left>
  void add_constructors(const std::array<const char*, N>& names, std::index_sequence<Left...>) {
    (add_constructor<Tag>(names, std::make_index_sequence<N - Left>()), ...);
  }
  template <class Tag, std::size_t N, std::size_t... K>
  void add_constructor(const std::array<const char*, N>& names, std::index_sequence<K...>) {
    class_.def(py::init([](argument<typename Tag::template parameter<K>>&... given) {
                 return made<Impl, typename Tag::template parameter<K>...>(given...);
               }),
               py::arg(names[K])...);
  }
  template <class Tag, std::size_t N, std::size_t... K>
  void add_signature(const std::array<const char*, N>& names, std::index_sequence<K...>,
                     std::size_t defaults) {
    std::string parameters = "self";
    ((parameters += ", " + std::string(names[K]) + ": " +
                    form<typename Tag::template kept<K>>::name() +
                    (K + defaults >= N ? " = ..." : "")),
     ...);
    add_member("__init__", parameters, "None", "");
  }

  void add_member(const char* name, const std::string& parameters, const std::string& result,
                  const char* doc) {
    const std::string head =
        std::string("    def ") + name + "(" + parameters + ") -> " + result + ":";
    members_.emplace_back(name, head + (*doc ? "\n" + doc_line("        ", doc) : " ...\n"));
  }
  static std::string doc_line(const std::string& indentation, const char* text) {
    if (!*text) return {};
    return indentation + py::repr(py::str(text)).template cast<std::string>() + "\n";
  }

  template <class Default>
  static constexpr bool has_default = requires(const Default& one) { one(); };
  template <class Default>
  static auto argument_of(const char* name) {
    if constexpr (has_default<Default>)
      return py::arg_v(name, py::ellipsis(), "...");
    else
      return py::arg(name);
  }

  module__& to_;
  bound_class class_;
  std::string text_;  // of the stub
  std::vector<std::pair<std::string, std::string>> members_;
};

struct no_default__ {};

}  // namespace mentat::python
#pragma GCC visibility pop
