// The user's comments in front of classes and member functions, for bindings.
#pragma once

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/RawCommentList.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// Without the marks of a comment; empty if there is none, or nobody wants it.
inline std::string comment_of(const context& x, const clang::Decl* declaration) {
  if (!x.reads_comments) return {};
  const clang::RawComment* const found = x.ast.getRawCommentForDeclNoCache(declaration);
  if (found == nullptr || found->isTrailingComment()) return {};
  std::string text = found->getFormattedText(x.sources, x.ast.getDiagnostics());
  const std::size_t end = text.find_last_not_of(" \n");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

}  // namespace mentat::mplc
