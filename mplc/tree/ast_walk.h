// The one walk over Clang's syntax tree. Clang's RecursiveASTVisitor is a template that takes
// seconds to compile for each class that derives from it. ast_walk.cc instantiates it once and
// calls virtual functions instead.
//
// A walk overrides the functions that it needs. They have Clang's names and meaning: a Visit
// function sees a node before its children, and ends the whole walk by returning false. A Traverse
// function decides on the children as well; the base version visits them. Template instantiations
// and implicit code are left out. Thread-safety: none.
#pragma once

namespace clang {
class CastExpr;
class ClassTemplateSpecializationDecl;
class CXXCatchStmt;
class CXXConstructExpr;
class CXXConstructorDecl;
class CXXCtorInitializer;
class CXXDependentScopeMemberExpr;
class CXXDestructorDecl;
class CXXMemberCallExpr;
class CXXMethodDecl;
class CXXNoexceptExpr;
class CXXOperatorCallExpr;
class CXXRecordDecl;
class CXXThisExpr;
class CXXThrowExpr;
class Decl;
class DeclRefExpr;
class DecltypeTypeLoc;
class ElaboratedTypeLoc;
class ExplicitCastExpr;
class Expr;
class FriendDecl;
class FunctionDecl;
class FunctionTemplateDecl;
class InjectedClassNameTypeLoc;
class LambdaCapture;
class LambdaExpr;
class MemberExpr;
class NestedNameSpecifierLoc;
class PredefinedExpr;
class Stmt;
class UnaryExprOrTypeTraitExpr;
class UnaryOperator;
class UnresolvedMemberExpr;
class UsingDecl;
class VarDecl;
struct DeclarationNameInfo;
}  // namespace clang

namespace mentat::mplc {

class ast_walk {
 public:
  // The start of a walk. False if a function ended it.
  bool TraverseDecl(clang::Decl*);
  bool TraverseStmt(clang::Stmt*);

 protected:
  ast_walk() = default;
  ast_walk(const ast_walk&) = default;
  ast_walk& operator=(const ast_walk&) = delete;
  ~ast_walk() = default;

  // Whether the walk enters a statement or expression.
  virtual bool dataTraverseStmtPre(clang::Stmt*) { return true; }

  virtual bool VisitDecl(clang::Decl*) { return true; }
  virtual bool VisitFunctionDecl(clang::FunctionDecl*) { return true; }
  virtual bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl*) { return true; }
  virtual bool VisitCXXRecordDecl(clang::CXXRecordDecl*) { return true; }
  virtual bool VisitClassTemplateSpecializationDecl(clang::ClassTemplateSpecializationDecl*) {
    return true;
  }
  virtual bool VisitCXXMethodDecl(clang::CXXMethodDecl*) { return true; }
  virtual bool VisitCXXConstructorDecl(clang::CXXConstructorDecl*) { return true; }
  virtual bool VisitCXXDestructorDecl(clang::CXXDestructorDecl*) { return true; }
  virtual bool VisitFriendDecl(clang::FriendDecl*) { return true; }
  virtual bool VisitUsingDecl(clang::UsingDecl*) { return true; }
  virtual bool VisitCXXCatchStmt(clang::CXXCatchStmt*) { return true; }
  virtual bool VisitExpr(clang::Expr*) { return true; }
  virtual bool VisitCastExpr(clang::CastExpr*) { return true; }
  virtual bool VisitExplicitCastExpr(clang::ExplicitCastExpr*) { return true; }
  virtual bool VisitCXXConstructExpr(clang::CXXConstructExpr*) { return true; }
  virtual bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr*) {
    return true;
  }
  virtual bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr*) { return true; }
  virtual bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr*) { return true; }
  virtual bool VisitCXXThisExpr(clang::CXXThisExpr*) { return true; }
  virtual bool VisitCXXThrowExpr(clang::CXXThrowExpr*) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr*) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr*) { return true; }
  virtual bool VisitPredefinedExpr(clang::PredefinedExpr*) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator*) { return true; }
  virtual bool VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr*) { return true; }
  virtual bool VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc);
  virtual bool VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc);

  virtual bool TraverseFunctionDecl(clang::FunctionDecl*);
  virtual bool TraverseCXXMethodDecl(clang::CXXMethodDecl*);
  virtual bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl*);
  virtual bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl*);
  virtual bool TraverseCXXRecordDecl(clang::CXXRecordDecl*);
  virtual bool TraverseVarDecl(clang::VarDecl*);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr*);
  virtual bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*);
  virtual bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*);
  virtual bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc);
  virtual bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc);
  virtual bool TraverseDeclarationNameInfo(clang::DeclarationNameInfo);
  virtual bool TraverseConstructorInitializer(clang::CXXCtorInitializer*);
  virtual bool TraverseLambdaCapture(clang::LambdaExpr*, const clang::LambdaCapture*, clang::Expr*);

 private:
  class visitor;
};

}  // namespace mentat::mplc
