// Follows the address of a variable: whether an expression that names the variable lets other code
// reach it later, without its name.
//
// Model: the walk goes from the expression up through the enclosing nodes. It carries the variable
// as an lvalue, as a pointer, or as a view (an iterator, a span, a closure). The walk ends where
// only the value is passed on, or where the carrier is kept: an alias. Trust: a callee does not
// keep a reference that it is given (docs/language.md). The walk follows pointers and views that
// enter another object, and the results of calls. Everything unknown is an alias.
#pragma once

#include "mplc/functions/function_tree.h"
#include "mplc/functions/function_types.h"

namespace mentat::mplc {

struct fate {
  bool kept = false;
  // became a pointer or a view, so memory beside the expression is within reach
  bool spreads = false;
  std::string reason;
  const clang::VarDecl* closure = nullptr;  // the lambda variable that keeps it
  bool in_thread = false;
  const clang::CXXForRangeStmt* loop = nullptr;  // the loop that iterates over it
};

class fate_finder {
 public:
  enum class carrier { lvalue, pointer, view };

  fate_finder(const context& x, const function_tree& tree) : x_(x), tree_(tree) {}

  fate follow(node_index at, carrier form);

 private:
  bool ends() { return false; }
  bool goes_on(carrier form);
  bool keep(std::string reason);
  bool goes_on_as(const clang::Expr* expression);
  bool step();
  bool step_through(const clang::Stmt* parent, const clang::Stmt* here);
  bool step_cast(const clang::CastExpr* cast);
  bool step_unary(const clang::UnaryOperator* unary);
  bool step_binary(const clang::BinaryOperator* binary, const clang::Stmt* here);

  // A field is part of the variable. A member function passes the variable on as its object.
  bool step_member(const clang::MemberExpr* member);
  bool step_construct(const clang::CXXConstructExpr* construct);
  bool step_call(const clang::CallExpr* call, const clang::Stmt* here);

  // Whether a pointer or a view is given to a member function that may store it.
  bool enters_object(const clang::CallExpr* call, const clang::Stmt* here) const;
  bool step_statement(const clang::Stmt* parent, const clang::Stmt* here);
  bool step_declaration(const clang::DeclStmt* declaration, const clang::Stmt* here);

  const context& x_;
  const function_tree& tree_;
  const clang::ValueDecl* origin_ = nullptr;
  node_index at_ = 0;
  carrier form_ = carrier::lvalue;
  fate result_;
};

}  // namespace mentat::mplc
