#include "mplc/functions/function_fate.h"

namespace mentat::mplc {

fate fate_finder::follow(node_index at, carrier form) {
  at_ = at;
  form_ = form;
  origin_ = nullptr;
  for (node_index i = at; i < tree_.range(at).end && origin_ == nullptr; ++i)
    if (const auto* name = tree_.as<clang::DeclRefExpr>(i)) origin_ = name->getDecl();
  result_ = {};
  result_.spreads = form != carrier::lvalue;
  while (step()) {
  }
  return result_;
}

bool fate_finder::goes_on(carrier form) {
  form_ = form;
  if (form != carrier::lvalue) result_.spreads = true;
  at_ = tree_.parent(at_);
  return true;
}

bool fate_finder::keep(std::string reason) {
  result_.kept = result_.spreads = true;
  result_.reason = std::move(reason);
  return false;
}

bool fate_finder::goes_on_as(const clang::Expr* expression) {
  const clang::QualType type = expression->getType();
  if (expression->isGLValue()) return goes_on(carrier::lvalue);
  if (type->isPointerType()) return goes_on(carrier::pointer);
  return types::may_refer(x_, type) ? goes_on(carrier::view) : ends();
}

bool fate_finder::step() {
  const clang::Stmt* parent = tree_.parent_node(at_);
  const clang::Stmt* here = tree_[at_];
  if (parent == nullptr)
    return form_ == carrier::lvalue ? ends() : keep("it is used in a constructor initialiser");
  if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                clang::CXXBindTemporaryExpr, clang::ConditionalOperator,
                clang::BinaryConditionalOperator, clang::CXXDefaultInitExpr>(parent))
    return step_through(parent, here);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(parent)) return step_cast(cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(parent)) return step_unary(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(parent))
    return step_binary(binary, here);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent))
    return subscript->getBase() == here ? goes_on(carrier::lvalue) : ends();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(parent)) return step_member(member);
  if (llvm::isa<clang::OpaqueValueExpr>(
          parent))  // an array that is copied, by an auto [a, b] or a capture
    return tree_.as<clang::ArrayInitLoopExpr>(tree_.parent(tree_.parent(at_))) != nullptr
               ? ends()
               : goes_on(form_);
  if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(parent))
    return step_construct(construct);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(parent)) return step_call(call, here);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(parent)) {
    if (!types::may_refer(x_, list->getType())) return ends();
    return goes_on(carrier::view);
  }
  if (llvm::isa<clang::CXXStdInitializerListExpr, clang::CXXNewExpr, clang::LambdaExpr,
                clang::CXXUnresolvedConstructExpr, clang::ParenListExpr,
                clang::CXXDependentScopeMemberExpr, clang::StmtExpr>(parent))
    return goes_on(carrier::view);
  return step_statement(parent, here);
}

bool fate_finder::step_through(const clang::Stmt* parent, const clang::Stmt* here) {
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(parent);
      choice && choice->getCond() == here)
    return ends();
  return goes_on(form_);
}

bool fate_finder::step_cast(const clang::CastExpr* cast) {
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_ToVoid:
    case clang::CK_PointerToBoolean:
    case clang::CK_PointerToIntegral:
      return ends();
    case clang::CK_ArrayToPointerDecay:
      return goes_on(carrier::pointer);
    default:
      if (form_ != carrier::lvalue && cast->getType()->isArithmeticType()) return ends();
      return goes_on(form_);
  }
}

bool fate_finder::step_unary(const clang::UnaryOperator* unary) {
  if (unary->getOpcode() == clang::UO_AddrOf) return goes_on(carrier::pointer);
  if (unary->getOpcode() == clang::UO_Deref) return goes_on(carrier::lvalue);
  if (unary->isIncrementDecrementOp() && unary->isPrefix()) return goes_on(form_);
  return unary->getType()->isPointerType() ? goes_on(form_) : ends();
}

bool fate_finder::step_binary(const clang::BinaryOperator* binary, const clang::Stmt* here) {
  const bool right = binary->getRHS() == here;
  if (binary->getOpcode() == clang::BO_Comma) return right ? goes_on(form_) : ends();
  if (binary->isAssignmentOp()) {
    if (!right) return goes_on(form_);
    return form_ == carrier::lvalue || binary->getType()->isArithmeticType()
               ? ends()
               : keep("a pointer to it is kept");
  }
  return binary->getType()->isPointerType() ? goes_on(carrier::pointer) : ends();
}

bool fate_finder::step_member(const clang::MemberExpr* member) {
  if (llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return goes_on(carrier::lvalue);
  if (!llvm::isa<clang::CXXMethodDecl>(member->getMemberDecl())) return ends();
  at_ = tree_.parent(at_);
  while (const auto* parens = tree_.as<clang::ParenExpr>(tree_.parent(at_)))
    at_ = tree_.index_of(parens);
  const auto* call = tree_.as<clang::CallExpr>(tree_.parent(at_));
  return call == nullptr ? keep("its member function is kept") : goes_on_as(call);
}

bool fate_finder::step_construct(const clang::CXXConstructExpr* construct) {
  const clang::CXXRecordDecl* record = construct->getConstructor()->getParent();
  if (types::is_std(record, "thread") || types::is_std(record, "jthread")) {
    result_.in_thread = true;
    return keep("a thread may use it");
  }
  if (construct->getConstructor()->isCopyOrMoveConstructor() && form_ == carrier::lvalue)
    return ends();
  return types::may_refer(x_, construct->getType()) ? goes_on(carrier::view) : ends();
}

bool fate_finder::step_call(const clang::CallExpr* call, const clang::Stmt* here) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (x_.is_rtf(call) || x_.mentat_call(call) == call) return ends();
  if (types::is_std_function(callee, {"move", "forward", "as_const"})) return goes_on(form_);
  if (types::is_std_function(callee, {"async"})) {
    result_.in_thread = true;
    return keep("a thread may use it");
  }
  if (form_ != carrier::lvalue && enters_object(call, here))
    return keep("another object keeps a pointer to it");
  if (call->isTypeDependent()) return goes_on(carrier::view);
  return goes_on_as(call);
}

bool fate_finder::enters_object(const clang::CallExpr* call, const clang::Stmt* here) const {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (method == nullptr || method->isConst() || method->isStatic()) return false;
  const clang::CXXRecordDecl* record = method->getParent();
  if (record->isInStdNamespace() && record->getIdentifier() != nullptr &&
      record->getName().ends_with("stream"))
    return false;
  if (!types::may_refer(x_, x_.ast.getRecordType(record))) return false;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const auto* object = llvm::dyn_cast<clang::DeclRefExpr>(
        member->getImplicitObjectArgument()->IgnoreParenImpCasts());
    if (object != nullptr && object->getDecl() == origin_) return false;
  }
  if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (operation->getArg(0) == here) return false;
    const clang::OverloadedOperatorKind kind = operation->getOperator();
    return kind == clang::OO_Equal || kind == clang::OO_PlusEqual || kind == clang::OO_Call ||
           kind == clang::OO_Subscript;
  }
  return true;
}

bool fate_finder::step_statement(const clang::Stmt* parent, const clang::Stmt* here) {
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(parent))
    return step_declaration(declaration, here);
  if (llvm::isa<clang::ReturnStmt>(parent)) return keep("a reference to it is returned");
  if (llvm::isa<clang::CXXThrowExpr>(parent))
    return form_ == carrier::lvalue ? ends() : keep("a pointer to it is thrown");
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(parent);
      loop != nullptr && loop->getRangeInit() == here)
    result_.loop = loop;
  if (!llvm::isa<clang::Expr>(parent)) return ends();
  if (llvm::isa<clang::CXXDeleteExpr, clang::CXXTypeidExpr, clang::GenericSelectionExpr>(parent))
    return ends();
  return keep("it is used in an expression that is not understood");
}

bool fate_finder::step_declaration(const clang::DeclStmt* declaration, const clang::Stmt* here) {
  for (const clang::Decl* declared : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
    if (variable == nullptr || variable->getInit() != here) continue;
    const std::string name = variable->getNameAsString();
    if (variable->getType()->isReferenceType())
      return keep(name.empty() ? "it is bound to names"
                               : "it is bound to the reference '" + name + "'");
    if (form_ == carrier::lvalue) return ends();
    if (const auto* record = variable->getType()->getAsCXXRecordDecl();
        record && record->isLambda())
      result_.closure = variable;
    return keep("'" + name + "' may refer to it");
  }
  return ends();
}
}  // namespace mentat::mplc
