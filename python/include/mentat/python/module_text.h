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
  // An exception of the program's own.
  template <class E>
  void error__(const char* name) {
    const auto module = of_.attr("__name__").template cast<std::string>();
    of_.attr(name) = package().attr("_own_error")(name, module);
    own_exceptions().push_back({module + "." + name, [](const std::exception& error) {
                                  return dynamic_cast<const E*>(&error) != nullptr;
                                }});
    line(std::string("class ") + name + "(mentat.RemoteError): ...\n");
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
