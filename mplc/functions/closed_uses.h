// Uses of a variable after which nothing leads to it: no pointer, reference, iterator or view of
// it, or of a part of it, is left behind.
//
// Model: a list of what is known to be closed, so everything unknown is open. Member functions of
// the containers and strings of the standard library, a few of its functions, and the program's own
// functions, if they are defined in this translation unit and use the parameter in closed ways.
// Thread-safety: none. Cost: a function of the program is read once for each of its parameters.
#pragma once

#include <map>
#include <memory>

#include "mplc/functions/function_tree.h"
#include "mplc/functions/function_types.h"

namespace mentat::mplc {

class closed_uses {
 public:
  explicit closed_uses(const context& x) : x_(x) {}

  // Whether the use of a variable by this name is closed. The loop over its elements in which it
  // stands, if there is one, is in `loop`; the uses of its own variable are closed, too.
  [[nodiscard]] bool is_closed(const function_tree& tree, node_index name,
                               const clang::CXXForRangeStmt** loop = nullptr);

 private:
  static constexpr unsigned deepest = 4;  // functions of the program in each other

  enum class verdict { closed, open, goes_on };
  // What a use carries on its way up through the expressions around the name.
  enum class carrier { part, leads_inside };  // the second: an iterator or a view

  verdict step(const function_tree& tree, node_index at, node_index up, carrier& now);
  verdict step_cast(const clang::CastExpr* cast) const;
  verdict step_method(const clang::CXXMemberCallExpr* call, carrier& now) const;
  verdict step_operator(const clang::CXXOperatorCallExpr* call, const clang::Stmt* below,
                        carrier now) const;
  verdict step_call(const clang::CallExpr* call, const clang::Stmt* below, carrier now);
  verdict step_statement(const function_tree& tree, const clang::Stmt* around,
                         const clang::Stmt* below);
  bool takes_no_address(const clang::FunctionDecl* callee, unsigned parameter);
  bool uses_closed(const function_tree& tree, const clang::VarDecl* variable);

  const context& x_;
  std::map<const clang::ParmVarDecl*, bool> parameters_;
  unsigned depth_ = 0;
};

}  // namespace mentat::mplc
