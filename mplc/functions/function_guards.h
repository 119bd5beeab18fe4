// The guards of a function: `mentat::guard(condition);` stands first in a public member function of
// a persistent class. Reports E0810, E0811 and E0812, and edits the guard into the test that a call
// from inside of the object makes; the class has the test for all other calls (emit_class.h).
#pragma once

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class guard_scan {
 public:
  explicit guard_scan(scan_base& scan) : x_(scan.x), tree_(scan.tree), function_(scan.function) {}

  void run();

 private:
  // Returns why the guard may not stand here. Empty: it may.
  [[nodiscard]] std::string why_misplaced(const clang::CallExpr* guard) const;
  void check_condition(node_index guard);
  void check_called(const clang::CallExpr* call);
  void check_class(const clang::CallExpr* guard);
  void edit(const clang::CallExpr* guard);

  context& x_;
  const function_tree& tree_;
  const clang::FunctionDecl* function_;
};

}  // namespace mentat::mplc
