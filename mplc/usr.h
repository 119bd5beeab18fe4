// Clang's name of a declaration that is the same in every translation unit.
// Private to model.cc: it needs Clang's syntax tree.
#pragma once

#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"
#include "mplc/hashes.h"

namespace mentat::mplc {

[[nodiscard]] inline std::string usr(const clang::Decl* declaration) {
  llvm::SmallString<128> text;
  clang::index::generateUSRForDecl(declaration, text);
  return text.str().str();
}

[[nodiscard]] inline std::uint64_t usr_hash(const clang::Decl* declaration) {
  return fnv1a_64(usr(declaration));
}

}  // namespace mentat::mplc
