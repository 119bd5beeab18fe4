// Finds the code of a function that could observe the error of a call whose result leaves by
// `return` or rtf. Such a call must have ended before the function continues, as in sequential C++.
#pragma once

#include "mplc/functions/function_tree.h"
#include "mplc/tree/ast_walk.h"

namespace mentat::mplc {

class error_witnesses {
 public:
  explicit error_witnesses(const function_tree& tree) : tree_(tree) {
    for (node_index i = 0; i < tree_.size() && !a_destructor_asks_; ++i)
      if (const auto* declaration = tree_.as<clang::DeclStmt>(i);
          declaration != nullptr && tree_.unit(i) == 0)
        for (const clang::Decl* one : declaration->decls())
          if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one))
            a_destructor_asks_ |= variable->hasLocalStorage() && asks(variable->getType(), 0);
  }

  // Returns why an error of the evaluation at a node has to be thrown there. Empty: no code would
  // observe it.
  [[nodiscard]] std::string reason(node_index at, bool leaves_scopes) const {
    if (has_handler(at)) return "a handler of the 'try' around it could catch its error";
    if (leaves_scopes && a_destructor_asks_)
      return "a destructor asks whether an exception is on its way";
    return {};
  }

 private:
  [[nodiscard]] bool has_handler(node_index at) const {
    node_index below = at;
    for (node_index up = tree_.parent(at); up != nothing; below = up, up = tree_.parent(up)) {
      if (tree_.unit(up) != tree_.unit(at)) return false;
      const auto* block = tree_.as<clang::CXXTryStmt>(up);
      if (block == nullptr || block->getTryBlock() != tree_[below]) continue;
      for (unsigned k = 0; k < block->getNumHandlers(); ++k)
        if (may_catch(block->getHandler(k))) return true;
    }
    return false;
  }

  // The handler may catch the error of a call, which is an object of a class.
  static bool may_catch(const clang::CXXCatchStmt* handler) {
    const clang::QualType caught = handler->getCaughtType();
    if (caught.isNull() || caught->isDependentType()) return true;
    return caught.getNonReferenceType()->isRecordType();
  }

  // Whether the destructor of the type calls std::uncaught_exceptions, as scope guards do.
  static bool asks(clang::QualType type, unsigned depth) {
    const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || depth > 8) return false;
    record = record->getDefinition();
    const clang::CXXDestructorDecl* destructor = record->getDestructor();
    const clang::FunctionDecl* defined = nullptr;
    if (destructor != nullptr && destructor->isUserProvided() && destructor->hasBody(defined)) {
      question search;
      search.TraverseStmt(defined->getBody());
      if (search.found) return true;
    }
    for (const clang::FieldDecl* field : record->fields())
      if (asks(field->getType(), depth + 1)) return true;
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (asks(base.getType(), depth + 1)) return true;
    return false;
  }

  struct question final : ast_walk {
    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
      found = function != nullptr && function->isInStdNamespace() &&
              function->getIdentifier() != nullptr &&
              function->getName().starts_with("uncaught_exception");
      return !found;
    }
    bool found = false;
  };

  const function_tree& tree_;
  bool a_destructor_asks_ = false;
};

}  // namespace mentat::mplc
