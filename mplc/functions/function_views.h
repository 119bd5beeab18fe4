// Views that would outlive their elements [E0315]: a parameter std::span<const T> or
// std::string_view, also one of maccept, is a view of what the call owns, so neither the object nor
// a global may keep it, nor anything that leads to it; and a view of a mentat::buffer that ends
// with the expression.
//
// What is reported is surely stored: a local variable counts as a view of a parameter only if each
// of its assignments makes it one, and calls of other functions are not followed.
// Thread-safety: none.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class view_scan {
 public:
  explicit view_scan(const scan_base& scan) : x_(scan.x), tree_(scan.tree), scan_(scan) {}

  void run();

 private:
  using variable = const clang::VarDecl*;
  using values = std::map<variable, std::vector<const clang::Expr*>>;

  // Finds the variables that view a parameter's elements.
  void find_views();
  void collect(const clang::Stmt* node);
  void collect_arguments(const clang::CallExpr* call);
  void assign(const clang::Expr* target, const clang::Expr* value, values& to);
  // A parameter of maccept.
  [[nodiscard]] bool is_accepted(variable one) const;
  [[nodiscard]] bool is_certain(variable one) const;

  // The parameter whose elements the value of an expression leads to; null: none, or not known.
  variable viewed_by(const clang::Expr* value) const;
  variable viewed_by_construction(const clang::CXXConstructExpr* made) const;
  variable viewed_by_call(const clang::CallExpr* call) const;
  variable viewed_by_lambda(const clang::LambdaExpr* lambda) const;
  template <class Values>
  variable viewed_by_any(const Values& all) const;
  // The same for the address of the element that an expression names.
  variable owner_of(const clang::Expr* element) const;

  // Whether a value of the type may lead to elements of a call: views, pointers, iterators,
  // closures, and values and aggregates of these.
  [[nodiscard]] bool leads_elsewhere(clang::QualType type, unsigned depth = 0) const;

  // The member of the object, or the variable that outlives the call, to which a place belongs;
  // empty: none, or not known.
  [[nodiscard]] std::string lasting_name(const clang::Expr* place) const;

  void check(const clang::Stmt* node) const;
  [[nodiscard]] bool is_called_remotely() const;
  void check_member(const clang::CXXCtorInitializer* initialiser) const;
  void check_temporary(const clang::Expr* target, const clang::Expr* value) const;
  void check_assignment(const clang::Expr* target, const clang::Expr* value) const;
  void check_growth(const clang::CXXMemberCallExpr* call) const;
  void check_key(const clang::CXXOperatorCallExpr* call) const;
  void check_declared(variable declared) const;
  void report(const clang::Expr* value, variable of, const std::string& keeper) const;

  context& x_;
  const function_tree& tree_;
  const scan_base& scan_;
  std::map<variable, variable> views_;  // from a local variable to the parameter
  values assigned_, added_;             // to local variables; to local containers
  std::set<variable> changed_elsewhere_;
};

}  // namespace mentat::mplc
