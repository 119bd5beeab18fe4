// What stands in a block of Clang's control-flow graph.
#pragma once

#include "clang/Analysis/CFG.h"
#include "clang/AST/StmtCXX.h"

namespace mentat::mplc {

// Null: the element is no statement.
inline const clang::Stmt* statement_of(const clang::CFGElement& element) {
  const auto statement = element.getAs<clang::CFGStmt>();
  return statement ? statement->getStmt() : nullptr;
}

inline bool is_handler(const clang::CFGBlock* block) {
  return llvm::isa_and_nonnull<clang::CXXCatchStmt>(block->getLabel());
}

}  // namespace mentat::mplc
