// The operations of a function on spaces: W0804 (`eval` without a call among its fields), W0805
// (`in` in a loop of a regular function, which runs again from its beginning).
#pragma once

#include "mplc/functions/function_scan.h"
#include "mplc/functions/function_types.h"

namespace mentat::mplc {

class space_scan {
 public:
  explicit space_scan(const scan_base& scan) : x_(scan.x), tree_(scan.tree), scan_(scan) {}

  void run() const {
    for (node_index i = 0; i < tree_.size(); ++i) {
      const context::space_operation operation = x_.space_operation_of(tree_[i]);
      if (operation.name == "eval") check_eval(i);
      if (operation.takes() && is_of_regular_class()) check_loop(i, operation.name);
    }
  }

 private:
  [[nodiscard]] bool is_of_regular_class() const {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scan_.function);
    return method != nullptr && x_.kind_of(method->getParent()) == class_kind::regular;
  }

  void check_eval(node_index at) const {
    const auto* put = tree_.as<clang::CXXMemberCallExpr>(at);
    for (const clang::Expr* field : put->arguments())
      if (const node_index top = tree_.index_of(field); top == nothing || may_be_delayed(top))
        return;
    x_.warning("W0804", put->getBeginLoc(),
               "no field of this eval is a Mentat call or a variable that waits for one, so all "
               "are evaluated here first; write out, or make one a call");
  }

  // A call, or a variable that may wait for one.
  [[nodiscard]] bool may_be_delayed(node_index top) const {
    for (node_index i = top; i < tree_.range(top).end; ++i) {
      const auto* part = llvm::dyn_cast<clang::Expr>(tree_[i]);
      if (part == nullptr) continue;
      if (x_.mentat_call(part) != nullptr) return true;
      if (!types::lasting_result(types::record_of(part->getType())).isNull()) return true;
      const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part);
      const auto* variable =
          name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      if (variable != nullptr && variable->hasLocalStorage() &&
          !llvm::isa<clang::ParmVarDecl>(variable) && !variable->getType().isConstQualified())
        return true;
    }
    return false;
  }

  void check_loop(node_index at, std::string_view name) const {
    for (node_index up = tree_.parent(at); up != nothing; up = tree_.parent(up)) {
      if (!llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(
              tree_[up]))
        continue;
      x_.warning("W0805", tree_[at]->getBeginLoc(),
                 "'" + std::string(name) +
                     "' in a loop: if this process dies, the function runs again from its "
                     "beginning, with every tuple that it took; give each tuple to a call of its "
                     "own");
      return;
    }
  }

  context& x_;
  const function_tree& tree_;
  const scan_base& scan_;
};

}  // namespace mentat::mplc
