// The mselects of a function, read back from the switches that lowering made of them: which
// function each entry accepts, and the variables of its statements. Reports E0601, W0602, W0603 and
// W0702.
#pragma once

#include <vector>

#include "mplc/functions/function_scan.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {

// Whether objects that run this function have calls to accept.
bool may_select(const context& x, const clang::FunctionDecl* function);

class select_scan {
 public:
  explicit select_scan(scan_base& scan)
      : x_(scan.x), tree_(scan.tree), function_(scan.function), facts_(scan.facts) {}

  void run();

 private:
  void read(const clang::SwitchStmt* choice, const select_mark& mark);
  void note_guard(const clang::CompoundStmt& block, const entry_mark& entry);

  // The function.
  void read_accept(const clang::CompoundStmt& block, const entry_mark& entry, arm_facts& arm,
                   std::vector<const clang::CXXMethodDecl*>& always);

  // The member function that the call behind the parameters chooses. Where types depend on template
  // parameters, Clang chooses later, and only a function with just these parameters is meant.
  const clang::CXXMethodDecl* accepted(const clang::Expr* expression,
                                       const std::vector<const clang::VarDecl*>& parameters) const;
  bool takes(const clang::CXXMethodDecl* method,
             const std::vector<const clang::VarDecl*>& parameters) const;
  void report_not_remote(const clang::CXXMethodDecl* method, const entry_mark& entry,
                         clang::SourceLocation where) const;
  void report_duplicate(const clang::CXXMethodDecl* method, const entry_mark& entry,
                        clang::SourceLocation where,
                        std::vector<const clang::CXXMethodDecl*>& always) const;

  // The statements.
  bool is_used(const clang::CompoundStmt& block, const clang::VarDecl* parameter) const;
  void check_end(const clang::CompoundStmt& block, arm_facts& arm) const;

  // Whether control never reaches the end of a statement, in the simple cases.
  static bool leaves(const clang::Stmt* stmt);

  // Whether a break that stands in a loop may end it.
  static bool breaks(const clang::Stmt* stmt);

  context& x_;
  const function_tree& tree_;
  const clang::FunctionDecl* function_;
  function_facts& facts_;
};

}  // namespace mentat::mplc
