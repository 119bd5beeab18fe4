// Replaces __func__ in functions that get another name, so that it is the user's name of the
// function. Macros that contain it show the new name.
#pragma once

#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class name_keeper final : public ast_walk {
 public:
  name_keeper(context& x, const clang::FunctionDecl* function) : x_(x), function_(function) {}

  void run() {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function_);
    const bool is_of_class =
        method != nullptr && x_.kind_of(method->getParent()) != class_kind::none;
    if (is_of_class || x_.is_whole_program(function_))
      TraverseDecl(const_cast<clang::FunctionDecl*>(function_));
  }

  // Lambdas are functions of their own.
  bool TraverseLambdaExpr(clang::LambdaExpr*) override { return true; }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl*) override { return true; }

  bool VisitPredefinedExpr(clang::PredefinedExpr* name) override {
    const clang::PredefinedIdentKind kind = name->getIdentKind();
    const bool is_signature = kind == clang::PredefinedIdentKind::PrettyFunction;
    const auto begin = x_.offset(name->getLocation());
    const auto end = x_.end_offset(name->getLocation());
    if (!begin || !end || (is_signature && function_->isDependentContext())) return true;
    x_.changes.replace(*begin, *end,
                       '"' + clang::PredefinedExpr::ComputeName(kind, function_) + '"');
    return true;
  }

 private:
  context& x_;
  const clang::FunctionDecl* function_;
};

}  // namespace mentat::mplc
