// Arguments that are moved into their calls: local variables whose value nobody reads behind the
// call. A copy of a large vector is saved.
//
// Model: a candidate is a local variable of this function that stands alone as the argument, owns
// memory, and has a type whose moves no code of the program sees. It is moved if no path from
// behind the call, and none from a handler of an exception, reads it before it is overwritten or
// declared again, and if its other uses leave nothing behind that leads to it (closed_uses.h).
// Every doubt leaves it copied: names in lambdas, macros, templates, goto.
#pragma once

#include "mplc/functions/closed_uses.h"
#include "mplc/functions/function_flow.h"
#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class move_scan {
 public:
  explicit move_scan(scan_base& scan) : scan_(scan), x_(scan.x), tree_(scan.tree), uses_(scan.x) {}

  // Fills function_facts::moved, and reports R0407 and R0408.
  void run(function_flow& flow);

 private:
  using variable = const clang::VarDecl*;

  void scan_call(const call_facts& call, function_flow& flow);
  void scan_argument(const clang::Expr* argument, const clang::Stmt* call, function_flow& flow);
  // The variable that is the whole argument; null: none, or it cannot be moved.
  [[nodiscard]] variable named_alone(const clang::Expr* argument) const;
  [[nodiscard]] bool is_candidate(variable one, unit_index unit);
  // Whether all names of a variable stand in the unit, and their uses are closed.
  [[nodiscard]] bool is_private(variable one, unit_index unit);
  [[nodiscard]] bool may_return_twice() const;
  [[nodiscard]] bool is_only_name(variable one, node_index name) const;
  [[nodiscard]] local_reads reads_of(variable one, unit_index unit) const;

  scan_base& scan_;
  context& x_;
  const function_tree& tree_;
  closed_uses uses_;
  std::map<std::pair<variable, unit_index>, bool> candidates_;
};

}  // namespace mentat::mplc
