// The first half of the work on a function: its syntax tree becomes plain facts. Shared by the
// scans of calls, copies, selects and uses.
//
// Model: the questions that calls and uses have in common: which path a name begins,
// whether a value is used, in which statement an expression stands, where a variable is declared
// and whether it may be a result variable at all.
#pragma once

#include <map>

#include "clang/Basic/SourceManager.h"
#include "mplc/functions/function_fate.h"
#include "mplc/text/text_scan.h"

namespace mentat::mplc {

// A name and the accesses behind it: `x[i]`, `s.f.g`, `v[i].f`.
struct access_path {
  node_index top = 0;
  unsigned depth = 0;
  bool element = false;  // through a subscript of a container
  bool subscripted = false, complicated = false;
  std::vector<const clang::VarDecl*> subscripts;
};

class scan_base {
 public:
  scan_base(context& x, const clang::FunctionDecl* function)
      : x(x), function(function), tree(function) {
    facts.units = tree.units();
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    facts.remote = method != nullptr && x.is_remote(method);
    collect();
  }

  context& x;
  const clang::FunctionDecl* function;
  function_tree tree;
  function_facts facts;
  std::map<const clang::VarDecl*, node_index> declared;       // the declaration statement
  std::map<const clang::VarDecl*, variable_index> variables;  // result variables
  std::string jumps;  // why no guard can stand in this function

  // Places.
  std::optional<text_span> span(clang::SourceLocation begin, clang::SourceLocation end) const;
  std::optional<text_span> span(const clang::Stmt* stmt) const;

  // The first ancestor that uses the value; `child` becomes the node below it.
  node_index above(node_index at, node_index& child) const;
  // The same, through the conversion that C++ adds where a sequence is the argument of a parameter
  // that is a view.
  node_index above_view(node_index at, node_index& child) const;

  // Whether `at` stands in its parent at the place of a statement.
  bool is_statement(node_index at) const;

  // Whether the value of the expression is dropped at the level of a statement.
  bool is_dropped(node_index at) const { return dropped_[at]; }

  // The statement that holds a node and that does not stand in the body of a macro.
  node_index statement_of(node_index at) const;

  anchor_facts anchor_of(node_index statement) const;

  // Whether a token is an argument of a macro that shows its text or asks for its type.
  bool is_shown(clang::SourceLocation at) const;

  // Paths.
  access_path path_of(node_index name) const;

  // The name at the root of a target of an assignment, if its kind of expression can be one.
  static const clang::DeclRefExpr* root_name(const clang::Expr* target, std::string& reason);

  // Variables. The unit that owns the variable; `nothing` if it is not of this function.
  unit_index owner_of(const clang::VarDecl* variable) const;

  // Where a variable is named, in the order of nodes.
  const std::vector<node_index>& names_of(const clang::ValueDecl* variable) const;

  // Whether a name in a unit means the variable itself, not the copy in a lambda.
  bool sees_itself(const clang::VarDecl* variable, unit_index unit, unit_index owner) const;

  std::string why_not_a_variable(const clang::VarDecl* variable, unit_index unit) const;

  variable_index variable_of(const clang::VarDecl* variable);

 private:
  // Computes is_dropped() from the answer for the parent: an expression with many commas is as deep
  // as it is long.
  bool drops(node_index at) const;

  void collect();

  // Whether a node only passes its value on.
  bool hands_on(node_index at) const;

  // Whether the statement and its surroundings come from one use of a macro. Then nothing can be
  // inserted before it.
  bool is_part_of_macro(node_index at) const;

  // The last statement of ({ ... }) is its value.
  bool is_result_of_statement_expression(node_index at) const;

  static bool ends_itself(const clang::Stmt* stmt);

  bool extend(access_path& path, node_index name) const;

  bool extended(access_path& path, node_index up, const clang::Expr* subscript) const;

  static void note_subscript(access_path& path, const clang::Expr* subscript);

  // Whether the next part of the path stays in the variable's memory.
  bool stays_in_variable(node_index at) const;

  void place_guard(const clang::VarDecl* variable, variable_facts& result) const;

  std::vector<bool> dropped_;
  std::map<const clang::DeclContext*, unit_index> units_;
  std::map<const clang::ValueDecl*, std::vector<node_index>> names_;
};

}  // namespace mentat::mplc
