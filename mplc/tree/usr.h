// Clang's unified symbol resolution (USR): the name of a declaration that is the same in every
// translation unit.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"
#include "mplc/text/hashes.h"

namespace mentat::mplc {

// The text behind `requires`; empty if the function has no constraint.
[[nodiscard]] inline std::string constraint_of(const clang::FunctionDecl* function) {
  std::string text;
  if (const clang::Expr* constraint = function->getTrailingRequiresClause()) {
    llvm::raw_string_ostream to(text);
    constraint->printPretty(to, nullptr, function->getASTContext().getPrintingPolicy());
  }
  return text;
}

// Includes the constraint, because functions may differ in their constraints alone.
[[nodiscard]] inline std::string usr(const clang::Decl* declaration) {
  llvm::SmallString<128> text;
  clang::index::generateUSRForDecl(declaration, text);
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  return text.str().str() + (function == nullptr ? "" : constraint_of(function));
}

[[nodiscard]] inline std::uint64_t usr_hash(const clang::Decl* declaration) {
  return fnv1a_64(usr(declaration));
}

}  // namespace mentat::mplc
