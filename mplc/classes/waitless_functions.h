// Functions that cannot wait for anything that another function of the program does: calls of them
// may run inline, on the stack of a caller that would otherwise go on. What cannot wait is listed,
// by kinds of functions and types; in doubt a function may. Memory and output do not count.
// Thread-safety: none.
#pragma once

#include <map>
#include <string>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/TemplateBase.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class waitless_functions {
 public:
  explicit waitless_functions(const context& x) : x_(x) {}

  // Why a call of the member function of a regular class may wait; empty: it cannot.
  [[nodiscard]] std::string why_it_may_wait(const clang::CXXMethodDecl* method);

 private:
  static constexpr unsigned most_steps = 20'000;  // for one function

  std::string of_object(const clang::CXXRecordDecl* record);
  std::string of_body(const clang::FunctionDecl* definition);
  std::string of_part(const clang::Stmt* part);
  std::string of_children(const clang::Stmt* part);
  std::string of_call(const clang::CallExpr* call);
  std::string of_declaration(const clang::DeclStmt* declaration);
  std::string of_function(const clang::FunctionDecl* function);
  std::string of_definition(const clang::FunctionDecl* definition);
  std::string of_system_function(const clang::FunctionDecl* function);
  std::string of_argument(clang::QualType type);
  std::string of_arguments(llvm::ArrayRef<clang::TemplateArgument> all);
  std::string of_lambda(const clang::CXXRecordDecl* record);
  std::string of_end(clang::QualType type);

  // Values of the type are made, copied, compared by the library and destroyed without a wait.
  bool is_harmless(clang::QualType type);
  bool is_harmless_record(const clang::CXXRecordDecl* record);
  bool are_harmless(llvm::ArrayRef<clang::TemplateArgument> arguments);
  [[nodiscard]] bool is_in_system(const clang::Decl* declaration) const;
  bool uses_own_types(const clang::FunctionDecl* function) const;
  [[nodiscard]] bool is_own_type(clang::QualType type) const;

  const context& x_;
  // Of functions and classes: why they may wait; empty while they are judged.
  std::map<const clang::Decl*, std::string> judged_;
  unsigned steps_ = 0;
};

}  // namespace mentat::mplc
