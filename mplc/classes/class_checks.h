// Forbidden uses of Mentat classes and variables in the expressions of the main
// file: E0205 (unmarked derived class), E0304 to E0309, E0314, E0601 (calls of serve), W0208,
// W0307, W0701.
#pragma once

#include <set>

#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

class class_checks final : public ast_walk {
  using parent = ast_walk;

 public:
  explicit class_checks(context& x) : x_(x) {}

  // Declarations.
  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) override;

  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* function) override;

  bool VisitCXXMethodDecl(clang::CXXMethodDecl* method) override;

  bool TraverseFunctionDecl(clang::FunctionDecl* function) override;
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl* method) override;
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* method) override;
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl* method) override;

  bool TraverseVarDecl(clang::VarDecl* variable) override;
  // The callers of a lambda are unknown.
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override;

  // The walk skips code that Clang does not understand.
  bool dataTraverseStmtPre(clang::Stmt* statement) override;

  // An unevaluated operand uses nothing.
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) override { return true; }

  // A capture of `this` is not an escape by itself; its uses are found in the lambda's body.
  bool TraverseLambdaCapture(clang::LambdaExpr* lambda, const clang::LambdaCapture* capture,
                             clang::Expr* value) override;

  // Expressions.
  bool VisitExpr(clang::Expr* expression) override;
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) override;
  bool VisitMemberExpr(clang::MemberExpr* member) override;
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) override;
  bool VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr* member) override;

  bool VisitCXXThisExpr(clang::CXXThisExpr* self) override;

  bool VisitUnaryOperator(clang::UnaryOperator* operation) override;

  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) override;

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override;

  // Reports a cast to an ordinary base: a Mentat variable is a handle, not an object of that base.
  bool VisitCastExpr(clang::CastExpr* cast) override;

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override;

 private:
  template <class Traversal>
  bool inside(const clang::CXXMethodDecl* function, Traversal traverse);

  // Writes `&X::f` as the name of a member function that calls can be made of.
  bool name_member(const clang::UnaryOperator* operation, const clang::CXXMethodDecl* method);

  static const clang::CXXRecordDecl* record_of(clang::QualType type);
  static const clang::CXXThisExpr* this_of(const clang::Expr* object);
  static bool is_this(const clang::Expr* object) { return this_of(object) != nullptr; }
  void allow_this(const clang::Expr* object);

  // Whether the function is a comparison operator, which every Mentat variable has.
  bool is_comparison(const clang::CXXMethodDecl* method) const;

  void warn_not_remote(const clang::CXXMethodDecl* method, const char* what);

  void report_field(const clang::MemberExpr* member, const clang::CXXRecordDecl* record);

  void report_call(const clang::MemberExpr* member, const clang::CXXMethodDecl* method,
                   const clang::CXXRecordDecl* record);

  void report_copy(clang::SourceLocation at, const clang::CXXRecordDecl* record);

  context& x_;
  const clang::CXXMethodDecl* function_ =
      nullptr;  // the member function of a Mentat class around this place
  // the variable around this place, if it is outside of every function
  const clang::VarDecl* early_ = nullptr;
  std::set<const clang::CXXThisExpr*> allowed_;
  std::set<const clang::Expr*> member_names_;  // `&X::f` that the library calls
  std::set<std::pair<const clang::CXXRecordDecl*, const clang::VarDecl*>> warned_;
};

}  // namespace mentat::mplc
