// Finds calls of a persistent object that may wait for an argument while other callers' calls run
// before them (docs/language.md, "What order means"), and reports the remark R0406; and writes of
// replicated objects that wait for the order of writes, R0907.
#pragma once

#include <algorithm>

#include "mplc/functions/function_scan.h"

namespace mentat::mplc {

class open_order {
 public:
  explicit open_order(const scan_base& scan) : scan_(scan), tree(scan.tree), facts(scan.facts) {}

  // REQUIRES: the delays of `facts` have been found.
  void report() const {
    for (const call_facts& call : facts.calls) {
      if (is_write(call) && !may_wait(call)) report_write(call);
      if (call.is_copy || !may_wait(call)) continue;
      const auto* expression = tree.as<clang::CXXMemberCallExpr>(call.node);
      if (scan_.x.kind_of(expression->getMethodDecl()->getParent()) != class_kind::persistent ||
          !others_may_call(expression->getImplicitObjectArgument()))
        continue;
      scan_.x.remark("R0406", call.where,
                     "calls of this object by others may run before '" +
                         expression->getMethodDecl()->getNameAsString() +
                         "', which waits for an argument");
      scan_.x.note(call.where,
                   "a call that has its arguments keeps its place; use their values before it if "
                   "others must see its effect");
    }
  }

  // Of a replicated object: its caller waits wherever the call is written.
  [[nodiscard]] bool is_write(const call_facts& call) const {
    const auto* expression = tree.as<clang::CXXMemberCallExpr>(call.node);
    if (call.is_copy || expression == nullptr) return false;
    const clang::CXXMethodDecl* method = expression->getMethodDecl();
    return scan_.x.kind_of(method->getParent()) == class_kind::replicated &&
           !scan_.x.is_read(method);
  }

 private:
  void report_write(const call_facts& call) const {
    const auto* expression = tree.as<clang::CXXMemberCallExpr>(call.node);
    scan_.x.remark("R0907", call.where,
                   "the caller waits here until '" +
                       expression->getMethodDecl()->getNameAsString() +
                       "' has changed the object: the writes of replicated objects have one order");
    scan_.x.note(call.where,
                 "let one member function make several changes, or read before you "
                 "write; a write with a delayed argument does not wait");
  }

  [[nodiscard]] bool may_wait(const call_facts& call) const {
    const node_range inside{call.node + 1, tree.range(call.node).end};
    return std::ranges::any_of(
               facts_in(facts.calls, inside),
               [](const call_facts& inner) { return inner.place == call_place::argument; }) ||
           std::ranges::any_of(facts_in(facts.uses, inside), [this](const use_facts& use) {
             return use.kind == use_kind::argument && use.before != delay_none &&
                    facts.variables[use.variable].live();
           });
  }

  [[nodiscard]] bool others_may_call(const clang::Expr* object) const {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
    const auto* variable =
        name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable == nullptr || !variable->hasLocalStorage() ||
        llvm::isa<clang::ParmVarDecl>(variable))
      return true;
    return std::ranges::any_of(scan_.names_of(variable),
                               [this](node_index at) { return is_given_away(at); });
  }

  // Whether the variable is passed to a call, as the result, or to a lambda. create() and destroy()
  // pass it to nobody.
  [[nodiscard]] bool is_given_away(node_index name) const {
    for (node_index below = name, up = tree.parent(name);
         up != nothing && !scan_.is_statement(below); below = up, up = tree.parent(up)) {
      if (tree.as<clang::LambdaExpr>(up) != nullptr || tree.as<clang::ReturnStmt>(up) != nullptr)
        return true;
      const auto* call = tree.as<clang::CallExpr>(up);
      if (call == nullptr) continue;
      const clang::FunctionDecl* function = call->getDirectCallee();
      const bool only_named = tree[below] == call->getCallee() || function == nullptr ||
                              is_named(function, "create") || is_named(function, "destroy");
      return !only_named;
    }
    return false;
  }

  static bool is_named(const clang::FunctionDecl* function, llvm::StringRef name) {
    return function->getIdentifier() != nullptr && function->getName() == name;
  }

  const scan_base& scan_;
  const function_tree& tree;
  const function_facts& facts;
};

}  // namespace mentat::mplc
