// The syntax tree of one function body in source order, with the way up: Clang's own tree only
// leads down.
//
// Invariants: 1. It has no unevaluated operands (sizeof, decltype, noexcept, typeid of a type),
// and no nodes that the compiler adds (range-for internals, implicit captures). 2. A subtree is the
// contiguous range nodes [i, end(i)).
#pragma once

#include <vector>

#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "mplc/facts/function_facts.h"

namespace mentat::mplc {

class function_tree {
 public:
  explicit function_tree(const clang::FunctionDecl* function) {
    units_.push_back(
        {function, function->getBody(), nothing, nothing, function->isDependentContext()});
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
      for (const clang::CXXCtorInitializer* initialiser : constructor->inits())
        if (initialiser->isWritten()) walk(initialiser->getInit(), nothing, 0);
    walk(function->getBody(), nothing, 0);
  }

  [[nodiscard]] node_index size() const { return static_cast<node_index>(nodes_.size()); }
  [[nodiscard]] const clang::Stmt* operator[](node_index i) const { return nodes_[i].stmt; }
  [[nodiscard]] node_index parent(node_index i) const { return nodes_[i].parent; }
  [[nodiscard]] const clang::Stmt* parent_node(node_index i) const {
    return nodes_[i].parent == nothing ? nullptr : nodes_[nodes_[i].parent].stmt;
  }
  [[nodiscard]] node_range range(node_index i) const { return {i, nodes_[i].end}; }
  [[nodiscard]] unit_index unit(node_index i) const { return nodes_[i].unit; }
  [[nodiscard]] const std::vector<unit_facts>& units() const { return units_; }
  [[nodiscard]] node_index index_of(const clang::Stmt* stmt) const {
    const auto found = index_.find(stmt);
    return found == index_.end() ? nothing : found->second;
  }
  template <class Node>
  [[nodiscard]] const Node* as(node_index i) const {
    return i == nothing ? nullptr : llvm::dyn_cast<Node>(nodes_[i].stmt);
  }

 private:
  struct node {
    const clang::Stmt* stmt;
    node_index parent, end;
    unit_index unit;
  };

  static bool unevaluated(const clang::Stmt* stmt) {
    if (const auto* type_id = llvm::dyn_cast<clang::CXXTypeidExpr>(stmt))
      return type_id->isTypeOperand() || !type_id->isPotentiallyEvaluated();
    return llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::RequiresExpr>(
        stmt);
  }

  void walk(const clang::Stmt* stmt, node_index parent, unit_index unit) {
    if (stmt == nullptr || unevaluated(stmt)) return;
    const node_index index = size();
    nodes_.push_back({stmt, parent, 0, unit});
    index_[stmt] = index;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(stmt)) {
      walk_lambda(lambda, index, unit);
    } else if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt)) {
      walk(loop->getInit(), index, unit);
      walk(loop->getRangeInit(), index, unit);
      walk(loop->getBody(), index, unit);
    } else if (const auto* shared = llvm::dyn_cast<clang::OpaqueValueExpr>(stmt)) {
      // The source of a shared value stands in the tree, if at all, before its first use.
      if (index_.find(shared->getSourceExpr()) == index_.end())
        walk(shared->getSourceExpr(), index, unit);
    } else {
      for (const clang::Stmt* child : stmt->children()) walk(child, index, unit);
    }
    nodes_[index].end = size();
  }

  void walk_lambda(const clang::LambdaExpr* lambda, node_index index, unit_index unit) {
    auto value = lambda->capture_init_begin();
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (lambda->isInitCapture(&capture)) walk(*value, index, unit);
      ++value;
    }
    const clang::CXXMethodDecl* call = lambda->getCallOperator();
    const auto inner = static_cast<unit_index>(units_.size());
    units_.push_back({call, lambda->getBody(), unit, index, call->isDependentContext()});
    walk(lambda->getBody(), index, inner);
  }

  std::vector<node> nodes_;
  std::vector<unit_facts> units_;
  llvm::DenseMap<const clang::Stmt*, node_index> index_;
};

}  // namespace mentat::mplc
