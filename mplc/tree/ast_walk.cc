#include "mplc/tree/ast_walk.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace mentat::mplc {

// Asks the walk at each node. It has no state of its own, so the walk makes a new one to continue
// into the children of a node.
class ast_walk::visitor : public clang::RecursiveASTVisitor<visitor> {
 public:
  using parent = clang::RecursiveASTVisitor<visitor>;

  explicit visitor(ast_walk& walk) : walk_(walk) {}

  bool dataTraverseStmtPre(clang::Stmt* x) { return walk_.dataTraverseStmtPre(x); }

  bool VisitDecl(clang::Decl* x) { return walk_.VisitDecl(x); }
  bool VisitFunctionDecl(clang::FunctionDecl* x) { return walk_.VisitFunctionDecl(x); }
  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* x) {
    return walk_.VisitFunctionTemplateDecl(x);
  }
  bool VisitCXXRecordDecl(clang::CXXRecordDecl* x) { return walk_.VisitCXXRecordDecl(x); }
  bool VisitClassTemplateSpecializationDecl(clang::ClassTemplateSpecializationDecl* x) {
    return walk_.VisitClassTemplateSpecializationDecl(x);
  }
  bool VisitCXXMethodDecl(clang::CXXMethodDecl* x) { return walk_.VisitCXXMethodDecl(x); }
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* x) {
    return walk_.VisitCXXConstructorDecl(x);
  }
  bool VisitCXXDestructorDecl(clang::CXXDestructorDecl* x) {
    return walk_.VisitCXXDestructorDecl(x);
  }
  bool VisitFriendDecl(clang::FriendDecl* x) { return walk_.VisitFriendDecl(x); }
  bool VisitUsingDecl(clang::UsingDecl* x) { return walk_.VisitUsingDecl(x); }
  bool VisitCXXCatchStmt(clang::CXXCatchStmt* x) { return walk_.VisitCXXCatchStmt(x); }
  bool VisitExpr(clang::Expr* x) { return walk_.VisitExpr(x); }
  bool VisitCastExpr(clang::CastExpr* x) { return walk_.VisitCastExpr(x); }
  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* x) { return walk_.VisitExplicitCastExpr(x); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* x) { return walk_.VisitCXXConstructExpr(x); }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* x) {
    return walk_.VisitCXXDependentScopeMemberExpr(x);
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* x) {
    return walk_.VisitCXXMemberCallExpr(x);
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* x) {
    return walk_.VisitCXXOperatorCallExpr(x);
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr* x) { return walk_.VisitCXXThisExpr(x); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr* x) { return walk_.VisitCXXThrowExpr(x); }
  bool VisitDeclRefExpr(clang::DeclRefExpr* x) { return walk_.VisitDeclRefExpr(x); }
  bool VisitMemberExpr(clang::MemberExpr* x) { return walk_.VisitMemberExpr(x); }
  bool VisitPredefinedExpr(clang::PredefinedExpr* x) { return walk_.VisitPredefinedExpr(x); }
  bool VisitUnaryOperator(clang::UnaryOperator* x) { return walk_.VisitUnaryOperator(x); }
  bool VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr* x) {
    return walk_.VisitUnresolvedMemberExpr(x);
  }
  bool VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc x) {
    return walk_.VisitElaboratedTypeLoc(x);
  }
  bool VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc x) {
    return walk_.VisitInjectedClassNameTypeLoc(x);
  }

  bool TraverseFunctionDecl(clang::FunctionDecl* x) { return walk_.TraverseFunctionDecl(x); }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl* x) { return walk_.TraverseCXXMethodDecl(x); }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* x) {
    return walk_.TraverseCXXConstructorDecl(x);
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl* x) {
    return walk_.TraverseCXXDestructorDecl(x);
  }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl* x) { return walk_.TraverseCXXRecordDecl(x); }
  bool TraverseVarDecl(clang::VarDecl* x) { return walk_.TraverseVarDecl(x); }
  bool TraverseLambdaExpr(clang::LambdaExpr* x) { return walk_.TraverseLambdaExpr(x); }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* x) {
    return walk_.TraverseUnaryExprOrTypeTraitExpr(x);
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* x) {
    return walk_.TraverseCXXNoexceptExpr(x);
  }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc x) {
    return walk_.TraverseDecltypeTypeLoc(x);
  }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc x) {
    return walk_.TraverseNestedNameSpecifierLoc(x);
  }
  bool TraverseDeclarationNameInfo(clang::DeclarationNameInfo x) {
    return walk_.TraverseDeclarationNameInfo(x);
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer* x) {
    return walk_.TraverseConstructorInitializer(x);
  }
  bool TraverseLambdaCapture(clang::LambdaExpr* x, const clang::LambdaCapture* capture,
                             clang::Expr* value) {
    return walk_.TraverseLambdaCapture(x, capture, value);
  }

 private:
  ast_walk& walk_;
};

bool ast_walk::TraverseDecl(clang::Decl* x) { return visitor(*this).TraverseDecl(x); }
bool ast_walk::TraverseStmt(clang::Stmt* x) { return visitor(*this).TraverseStmt(x); }

bool ast_walk::VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc) { return true; }
bool ast_walk::VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc) { return true; }

bool ast_walk::TraverseFunctionDecl(clang::FunctionDecl* x) {
  return visitor(*this).parent::TraverseFunctionDecl(x);
}
bool ast_walk::TraverseCXXMethodDecl(clang::CXXMethodDecl* x) {
  return visitor(*this).parent::TraverseCXXMethodDecl(x);
}
bool ast_walk::TraverseCXXConstructorDecl(clang::CXXConstructorDecl* x) {
  return visitor(*this).parent::TraverseCXXConstructorDecl(x);
}
bool ast_walk::TraverseCXXDestructorDecl(clang::CXXDestructorDecl* x) {
  return visitor(*this).parent::TraverseCXXDestructorDecl(x);
}
bool ast_walk::TraverseCXXRecordDecl(clang::CXXRecordDecl* x) {
  return visitor(*this).parent::TraverseCXXRecordDecl(x);
}
bool ast_walk::TraverseVarDecl(clang::VarDecl* x) {
  return visitor(*this).parent::TraverseVarDecl(x);
}
bool ast_walk::TraverseLambdaExpr(clang::LambdaExpr* x) {
  return visitor(*this).parent::TraverseLambdaExpr(x);
}
bool ast_walk::TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* x) {
  return visitor(*this).parent::TraverseUnaryExprOrTypeTraitExpr(x);
}
bool ast_walk::TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* x) {
  return visitor(*this).parent::TraverseCXXNoexceptExpr(x);
}
bool ast_walk::TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc x) {
  return visitor(*this).parent::TraverseDecltypeTypeLoc(x);
}
bool ast_walk::TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc x) {
  return visitor(*this).parent::TraverseNestedNameSpecifierLoc(x);
}
bool ast_walk::TraverseDeclarationNameInfo(clang::DeclarationNameInfo x) {
  return visitor(*this).parent::TraverseDeclarationNameInfo(x);
}
bool ast_walk::TraverseConstructorInitializer(clang::CXXCtorInitializer* x) {
  return visitor(*this).parent::TraverseConstructorInitializer(x);
}
bool ast_walk::TraverseLambdaCapture(clang::LambdaExpr* x, const clang::LambdaCapture* capture,
                                     clang::Expr* value) {
  return visitor(*this).parent::TraverseLambdaCapture(x, capture, value);
}

}  // namespace mentat::mplc
