// Where the address of a variable goes: whether an expression that names it lets something reach it
// later, without its name.
//
// Model: the walk from the expression up through its surroundings. The variable is
// carried as an lvalue, as a pointer, or as a view (an iterator, a span, a closure). The walk ends
// where only a value goes on, or where the carrier is kept: an alias. Trust: a callee does not keep
// a reference that it is given (docs/language.md); pointers and views that enter another object,
// and the results of calls, are followed. Everything unknown is an alias.
#pragma once

#include "mplc/functions/function_tree.h"
#include "mplc/functions/function_types.h"

namespace mentat::mplc {

struct fate {
  bool kept = false;
  bool spreads = false;  // became a pointer or a view: memory beside the expression is within reach
  std::string reason;
  const clang::VarDecl* closure = nullptr;  // it is kept by this variable, which holds a lambda
  bool in_thread = false;
  const clang::CXXForRangeStmt* loop = nullptr;  // the loop goes over it
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

  // A field is part of the variable; a member function hands it on as its object.
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
