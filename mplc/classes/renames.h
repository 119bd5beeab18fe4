// The places where the user's text names a Mentat class itself rather than a variable of it: there
// `counter` becomes `counter_impl__`. Everywhere else the text stays, because `counter` is the
// handle.
//
// Renamed: qualifiers (counter::limit), base specifiers and casts to them, constructors,
// destructors and their initialisers, friends, inherited constructors, explicit instantiations.
// Also here: `main`, static members that are reached through a variable, and qualified calls of
// virtual functions (base::op() must not dispatch again).
#pragma once

#include <set>
#include <string>

#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class renames final : public ast_walk {
  using parent = ast_walk;

 public:
  explicit renames(context& x) : x_(x) {}

  // The declaration of a `main` that was renamed; empty if there is none. Valid after the walk.
  const std::string& main_declaration() const { return main_declaration_; }

  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc qualifier) override;

  // Constructors and destructors are named by their class; they are renamed with their
  // declarations.
  bool TraverseDeclarationNameInfo(clang::DeclarationNameInfo name) override;
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) override;
  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) override;
  bool VisitClassTemplateSpecializationDecl(
      clang::ClassTemplateSpecializationDecl* record) override;
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) override;
  bool VisitCXXDestructorDecl(clang::CXXDestructorDecl* destructor) override;
  bool VisitFriendDecl(clang::FriendDecl* declaration) override;
  bool VisitUsingDecl(clang::UsingDecl* declaration) override;

  // `class counter c;`: an alias may not follow the keyword `class`.
  bool VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc type) override;

  // `box` inside of `template <class T> class box` means box<T>; an alias template has no such
  // short form.
  bool VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc type) override;
  bool VisitMemberExpr(clang::MemberExpr* member) override;
  bool VisitFunctionDecl(clang::FunctionDecl* function) override;

 private:
  void append_impl(clang::SourceLocation name);

  // Renames the class that a written type names. `begin` is where its qualifier begins, if it has
  // one.
  void rename(clang::TypeLoc type, clang::SourceLocation begin);

  // `class counter : public shown<counter>`, where shown casts itself to its argument.
  void rename_derived(clang::TypeLoc base, const clang::CXXRecordDecl* derived);

  // `c.limit` for a static member: the handle does not have it, the class does.
  void name_by_class(const clang::MemberExpr* member);
  void rename_main(const clang::FunctionDecl* function);

  // Adds the `return 0` that the renamed main needs: only a function called main may end without a
  // return statement.
  void return_from(const clang::Stmt* body);

  context& x_;
  std::string main_declaration_;
  std::set<clang::SourceLocation> renamed_, friends_;
};

}  // namespace mentat::mplc
