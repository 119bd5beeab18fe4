// The uses of the result variables of a function: by name, by lambdas, by aliases, in loops.
#pragma once

#include <algorithm>
#include <set>

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class use_scan {
 public:
  explicit use_scan(scan_base& scan)
      : scan_(scan), x(scan.x), tree(scan.tree), facts(scan.facts), fates_(scan.x, scan.tree) {}

  void run();

 private:
  struct closure {
    node_index lambda;
    std::vector<variable_index> by_reference;
  };

  variable_index seen(const clang::ValueDecl* declaration, unit_index unit) const;

  void give_up(variable_index variable, std::string reason, clang::SourceLocation where);

  void add_alias(variable_index variable, node_index at, const std::string& reason,
                 node_range within = {});

  // Names.
  void scan_name(node_index at, const clang::DeclRefExpr* name);

  // std::array::size() and the like do not read the elements.
  bool asks_constant(node_index at) const;

  static bool is_size(const clang::MemberExpr* member);

  void classify(use_facts& use, const access_path& path);

  const call_facts* change_of(node_index at) const;

  // Whether a copy takes the value at that node.
  bool is_copied(node_index top, node_index child, node_index up) const;

  void follow(use_facts& use, node_index top);

  // The assignment whose target a path is.
  node_index assignment_to(node_index top) const;

  // An argument of a Mentat call or of rtf: the value may still be missing.
  bool is_handed_on(node_index top, node_index up, node_index child) const;

  // `return w;` and `throw w;` move out of w, which they no longer do if w stands in another
  // expression.
  void find_leaving_statement(use_facts& use, node_index up) const;

  // The surroundings of each node, computed from the outside to the inside. A walk up from each use
  // would traverse a long expression once for each use in it.
  struct surroundings {
    node_index full_expression;  // the outermost expression around it
    bool certain;                // it does not depend on a condition in that expression
    node_index try_block;        // the innermost in its unit
    node_index header_of;        // the loop that evaluates it once, before its rounds
  };

  void look_around();

  bool depends_on_condition(node_index up, const clang::Stmt* below) const;

  bool is_in_header(node_index up, const clang::Stmt* here) const;

  // The end of the full expression of a use, at which the use has certainly been evaluated. Null if
  // the use depends on a condition inside the expression, or if the same expression assigns the
  // variable.
  const clang::Stmt* find_full_expression(node_index at, variable_index variable,
                                          node_range& whole) const;

  node_index add_anchor(node_index at);

  // Lambdas.
  void scan_lambda(node_index at, const clang::LambdaExpr* lambda);

  bool is_called(node_index at) const;

  // A lambda in a variable does no harm as long as it is only called, in the function that made it.
  void scan_closure(const clang::VarDecl* variable, const closure& made);

  void escape(const closure& made, node_index at, const fate& end);

  bool used_strictly(variable_index variable, node_index lambda) const;

  void resolve_before(node_index at, const clang::Stmt* node, variable_index variable);

  void warn_thread(variable_index variable, clang::SourceLocation where);

  // Loops. Calls that may depend on other objects: a loop that has one gets no wait in front of it.
  void scan_barrier(node_index at, const clang::CallExpr* call);

  void scan_loop(node_index at);

  node_index switch_of(node_index at) const;

  void scan_writes();

  scan_base& scan_;
  context& x;
  const function_tree& tree;
  function_facts& facts;
  fate_finder fates_;
  std::map<const clang::Stmt*, const call_facts*> assignments_;  // copies, too
  std::map<const clang::ValueDecl*, variable_index> lent_;  // loop variables that refer to elements
  std::vector<node_index> barriers_;                        // in order
  std::vector<surroundings> around_;                        // for each node
  std::set<const clang::Stmt*> returns_;                    // statements that pass their values on
  std::set<node_index> rtfs_;                               // rtfs that pass their values on
  std::set<std::pair<node_index, variable_index>> captured_;
  std::set<std::pair<variable_index, unsigned>> warned_;
};

}  // namespace mentat::mplc
