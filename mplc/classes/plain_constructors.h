// Constructors that nobody can observe: they give values to members and do nothing else, so it does
// not matter when they run, and create() need not wait for them (rts/api/creation.h). What is plain
// is listed, by kinds of expressions and types; in doubt a constructor is not. What the standard
// library throws for want of memory, or for a length, does not count. Thread-safety: none.
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
  // Destroying an object calls no function of the program.
  [[nodiscard]] bool ends_plainly(const clang::CXXRecordDecl* definition);

 private:
  static constexpr unsigned most_steps = 2'000;  // for one constructor

  bool gives_up() { return ++steps_ > most_steps; }
  // Of a Mentat class.
  bool constructs_plainly(const clang::CXXConstructorDecl* constructor);
  bool constructs_plainly(const clang::CXXRecordDecl* definition);
  bool has_plain_fields(const clang::CXXRecordDecl* definition);
  bool is_plain_initialiser(const clang::CXXCtorInitializer* one);

  bool is_plain_part(const clang::Stmt* part);
  bool are_plain_children(const clang::Stmt* part);
  bool is_plain_declaration(const clang::DeclStmt* declaration);
  bool is_plain_construction(const clang::CXXConstructExpr* construction);

  // Values of the type are made, copied and destroyed without a function of the program.
  bool is_plain_type(clang::QualType type);
  bool is_plain_record(const clang::CXXRecordDecl* record);
  bool are_plain_types(llvm::ArrayRef<clang::TemplateArgument> arguments);
  [[nodiscard]] bool is_mentat(const clang::CXXRecordDecl* record) const {
    return x_.kind_of(record) != class_kind::none;
  }

  context& x_;
  unsigned steps_ = 0;
};

}  // namespace mentat::mplc
