// A module while it is made, and the text of its stub. Needs the GIL.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "mentat/python/errors.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// A module while it is made.
class module__ {
 public:
  explicit module__(py::module_ of) : of_(std::move(of)) {}
  [[nodiscard]] py::module_& of() { return of_; }
  void line(const std::string& text) { stub_ += text + "\n"; }
  [[nodiscard]] const std::string& stub() const { return stub_; }
  // An exception of the program's own. `base`: another one of the module's; empty: none.
  template <class E>
  void error__(const char* name, const std::string& base = {}) {
    const auto module = of_.attr("__name__").template cast<std::string>();
    const py::object above = base.empty() ? package().attr("RemoteError") : of_.attr(base.c_str());
    of_.attr(name) = package().attr("_own_error")(name, module, above);
    own_exceptions().push_back({module + "." + name, [](const std::exception& error) {
                                  return dynamic_cast<const E*>(&error) != nullptr;
                                }});
    line(std::string("class ") + name + "(" + (base.empty() ? "mentat.RemoteError" : base) +
         "): ...\n");
  }

 private:
  py::module_ of_;
  std::string stub_;
};

// The bindings of one header register themselves before main() begins.
struct bindings__ {
  using maker = void (*)(module__&);
  explicit bindings__(maker one) { all().push_back(one); }
  static std::vector<maker>& all() {
    static std::vector<maker> makers;
    return makers;
  }
};

}  // namespace mentat::python
#pragma GCC visibility pop
