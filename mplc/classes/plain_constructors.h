// Constructors that nobody can observe: they give values to members and do nothing else, so it does
// not matter when they run, and create() need not wait for them (rts/api/creation.h). In doubt a
// constructor is not one of them. What the standard library throws for want of memory, or for a
// length, does not count. Thread-safety: none.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/AST/TemplateBase.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class plain_constructors {
 public:
  explicit plain_constructors(context& x) : x_(x) {}

  [[nodiscard]] bool is_plain(const clang::CXXConstructorDecl* constructor);
  // The constructor without parameters, also one that is not written.
  [[nodiscard]] bool has_plain_default(const clang::CXXRecordDecl* definition);

 private:
  static constexpr unsigned most_steps = 1'000;  // for one constructor

  bool gives_up() { return ++steps_ > most_steps; }
  bool constructs_plainly(const clang::CXXConstructorDecl* constructor);
  bool constructs_plainly(const clang::CXXRecordDecl* definition);
  bool is_plain_initialiser(const clang::CXXCtorInitializer* one);
  bool is_plain_part(const clang::Stmt* part);
  bool is_plain_construction(const clang::CXXConstructExpr* construction);
  bool is_plain_value(clang::QualType type);
  bool are_plain_values(llvm::ArrayRef<clang::TemplateArgument> arguments);
  [[nodiscard]] bool is_mentat(const clang::CXXRecordDecl* record) const {
    return x_.kind_of(record) != class_kind::none;
  }

  context& x_;
  unsigned steps_ = 0;
};

}  // namespace mentat::mplc
