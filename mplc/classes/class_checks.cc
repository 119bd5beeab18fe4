#include "mplc/classes/class_checks.h"

#include "mplc/text/emitted_names.h"
#include "mplc/text/text_scan.h"

namespace mentat::mplc {

template <class Traversal>
bool class_checks::inside(const clang::CXXMethodDecl* function, Traversal traverse) {
  const auto* outer = std::exchange(function_, function);
  const bool go_on = traverse();
  function_ = outer;
  return go_on;
}

bool class_checks::VisitCXXRecordDecl(clang::CXXRecordDecl* record) {
  if (!record->isThisDeclarationADefinition() || x_.kind_of(record) != class_kind::none)
    return true;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (const auto* above = base.getType()->getAsCXXRecordDecl();
        x_.kind_of(above) != class_kind::none)
      x_.error("E0205", base.getBeginLoc(),
               "'" + record->getNameAsString() + "' derives from Mentat class '" +
                   above->getNameAsString() + "' and must be marked as one too");
  return true;
}

bool class_checks::VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function->getTemplatedDecl());
  if (method != nullptr && !method->isStatic() && !llvm::isa<clang::CXXConstructorDecl>(method))
    warn_not_remote(method, "a template");
  return true;
}

bool class_checks::VisitCXXMethodDecl(clang::CXXMethodDecl* method) {
  if (method->getDescribedFunctionTemplate() != nullptr || method->isCopyAssignmentOperator() ||
      method->isMoveAssignmentOperator())
    return true;
  if (method->isOverloadedOperator()) warn_not_remote(method, "an operator");
  if (llvm::isa<clang::CXXConversionDecl>(method)) warn_not_remote(method, "a conversion");
  return true;
}

bool class_checks::TraverseFunctionDecl(clang::FunctionDecl* function) {
  return inside(nullptr, [&] { return parent::TraverseFunctionDecl(function); });
}

bool class_checks::TraverseCXXMethodDecl(clang::CXXMethodDecl* method) {
  const auto* record = method->getParent();
  if (record->isLambda()) return parent::TraverseCXXMethodDecl(method);
  return inside(x_.kind_of(record) == class_kind::none ? nullptr : method,
                [&] { return parent::TraverseCXXMethodDecl(method); });
}

bool class_checks::TraverseCXXConstructorDecl(clang::CXXConstructorDecl* method) {
  return inside(x_.kind_of(method->getParent()) == class_kind::none ? nullptr : method,
                [&] { return parent::TraverseCXXConstructorDecl(method); });
}

bool class_checks::TraverseCXXDestructorDecl(clang::CXXDestructorDecl* method) {
  return inside(x_.kind_of(method->getParent()) == class_kind::none ? nullptr : method,
                [&] { return parent::TraverseCXXDestructorDecl(method); });
}

bool class_checks::TraverseVarDecl(clang::VarDecl* variable) {
  const auto* const outer = early_;
  if (variable->isFileVarDecl()) early_ = variable;
  const bool go_on = parent::TraverseVarDecl(variable);
  early_ = outer;
  return go_on;
}

bool class_checks::TraverseLambdaExpr(clang::LambdaExpr* lambda) {
  const auto* const outer = std::exchange(early_, nullptr);
  const bool go_on = parent::TraverseLambdaExpr(lambda);
  early_ = outer;
  return go_on;
}

bool class_checks::dataTraverseStmtPre(clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  return expression == nullptr || !expression->containsErrors();
}

bool class_checks::TraverseLambdaCapture(clang::LambdaExpr* lambda,
                                         const clang::LambdaCapture* capture, clang::Expr* value) {
  return capture->capturesThis() || parent::TraverseLambdaCapture(lambda, capture, value);
}

bool class_checks::VisitExpr(clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call != nullptr && x_.calls_members_for_program(call))
    for (const clang::Expr* argument : call->arguments())
      member_names_.insert(argument->IgnoreParenImpCasts());
  return true;
}

bool class_checks::VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) {
  if (early_ == nullptr || x_.mentat_call(call) != call) return true;
  const clang::CXXMethodDecl* method = call->getMethodDecl();
  x_.error("E0314", call->getExprLoc(),
           "'" + early_->getNameAsString() + "' is initialised before main() begins, when '" +
               method->getParent()->getNameAsString() + "::" + method->getNameAsString() +
               "' cannot be called yet; make the call in a function");
  return true;
}

bool class_checks::VisitMemberExpr(clang::MemberExpr* member) {
  allow_this(member->getBase());
  const auto* record =
      llvm::dyn_cast<clang::CXXRecordDecl>(member->getMemberDecl()->getDeclContext());
  if (x_.kind_of(record) == class_kind::none || is_this(member->getBase())) return true;
  if (llvm::isa<clang::FieldDecl>(member->getMemberDecl())) report_field(member, record);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()))
    report_call(member, method, record);
  return true;
}

bool class_checks::VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) {
  if (!member->isImplicitAccess()) allow_this(member->getBase());
  return true;
}

bool class_checks::VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr* member) {
  if (!member->isImplicitAccess()) allow_this(member->getBase());
  return true;
}

bool class_checks::VisitCXXThisExpr(clang::CXXThisExpr* self) {
  if (function_ == nullptr || self->isImplicit() || allowed_.contains(self)) return true;
  x_.error("E0308", self->getLocation(),
           "'this' cannot leave the member function; use 'mentat::self<" +
               function_->getParent()->getNameAsString() + ">()', which is a Mentat variable");
  return true;
}

bool class_checks::VisitUnaryOperator(clang::UnaryOperator* operation) {
  if (operation->getOpcode() != clang::UO_AddrOf) return true;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(operation->getSubExpr()->IgnoreParens());
  const auto* method =
      name == nullptr ? nullptr : llvm::dyn_cast<clang::CXXMethodDecl>(name->getDecl());
  if (!x_.is_remote(method)) return true;
  if (!member_names_.contains(operation) || !name_member(operation, method))
    x_.error("E0309", operation->getOperatorLoc(),
             "'" + method->getParent()->getNameAsString() + "::" + method->getNameAsString() +
                 "' has no address, it is called by messages; use a lambda that calls it");
  return true;
}

bool class_checks::name_member(const clang::UnaryOperator* operation,
                               const clang::CXXMethodDecl* method) {
  const auto begin = x_.offset(operation->getBeginLoc());
  const auto end = x_.end_offset(operation->getEndLoc());
  if (!begin || !end || method->getParent()->isDependentType()) return false;
  const std::string impl = x_.impl_name(method->getParent()) + "::";
  x_.changes.replace(*begin, *end,
                     "::mentat::member__<" + impl + tag_name(x_.stem(method)) + ", &" + impl +
                         method->getNameAsString() + ">()" +
                         newlines_of(x_.original().substr(*begin, *end - *begin)));
  return true;
}

bool class_checks::VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (method == nullptr || x_.kind_of(method->getParent()) == class_kind::none) return true;
  if (call->getNumArgs() != 0 && !is_comparison(method)) {
    const bool own = is_this(call->getArg(0));
    allow_this(call->getArg(0));
    if (method->isCopyAssignmentOperator())
      report_copy(call->getOperatorLoc(), method->getParent());
    else if (!own && !method->isMoveAssignmentOperator())
      x_.error("E0306", call->getOperatorLoc(),
               "an operator of a Mentat class cannot be called through a Mentat variable; give '" +
                   method->getParent()->getNameAsString() + "' a named member function");
  }
  return true;
}

bool class_checks::VisitCXXConstructExpr(clang::CXXConstructExpr* construction) {
  const auto* constructor = construction->getConstructor();
  if (!constructor->isCopyConstructor() || construction->getNumArgs() == 0) return true;
  const clang::Expr* from = construction->getArg(0)->IgnoreImpCasts();
  if (!from->isPRValue() && !is_this(from))
    report_copy(construction->getLocation(), constructor->getParent());
  return true;
}

bool class_checks::VisitCastExpr(clang::CastExpr* cast) {
  if (cast->getCastKind() != clang::CK_DerivedToBase &&
      cast->getCastKind() != clang::CK_UncheckedDerivedToBase)
    return true;
  const clang::Expr* object = cast->getSubExpr();
  const auto* from = record_of(object->getType());
  const auto* to = record_of(cast->getType());
  if (x_.kind_of(from) == class_kind::none || x_.kind_of(to) != class_kind::none) return true;
  allow_this(object);
  if (is_this(object)) return true;
  x_.error("E0306", object->getExprLoc(),
           "a variable of Mentat class '" + from->getNameAsString() + "' is not a '" +
               to->getNameAsString() +
               "': only the class itself can use its ordinary base; give "
               "'" +
               from->getNameAsString() + "' a member function that does");
  return true;
}

bool class_checks::VisitDeclRefExpr(clang::DeclRefExpr* name) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (function_ == nullptr || variable == nullptr || !variable->hasGlobalStorage()) return true;
  if (variable->getType().isConstQualified() || variable->isConstexpr() ||
      x_.sources.isInSystemHeader(variable->getLocation()))
    return true;
  // W0906 says more.
  if (x_.kind_of(function_->getParent()) == class_kind::replicated &&
      (!function_->isConst() || llvm::isa<clang::CXXConstructorDecl>(function_)))
    return true;
  if (!warned_.insert({function_->getParent()->getCanonicalDecl(), variable->getCanonicalDecl()})
           .second)
    return true;
  x_.warning("W0208", name->getLocation(),
             "member function '" + function_->getNameAsString() + "' of Mentat class '" +
                 function_->getParent()->getNameAsString() + "' uses '" +
                 variable->getNameAsString() +
                 "', which is not part of the object: each process has its own copy");
  return true;
}

const clang::CXXRecordDecl* class_checks::record_of(clang::QualType type) {
  const clang::QualType to = type->isPointerType() ? type->getPointeeType() : type;
  return to->getAsCXXRecordDecl();
}

const clang::CXXThisExpr* class_checks::this_of(const clang::Expr* object) {
  object = object->IgnoreParenImpCasts();
  if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(object);
      star != nullptr && star->getOpcode() == clang::UO_Deref)
    object = star->getSubExpr()->IgnoreParenImpCasts();
  return llvm::dyn_cast<clang::CXXThisExpr>(object);
}

void class_checks::allow_this(const clang::Expr* object) {
  if (const auto* self = this_of(object)) allowed_.insert(self);
}

bool class_checks::is_comparison(const clang::CXXMethodDecl* method) const {
  return method->getPrimaryTemplate() != nullptr && x_.is_injected(method);
}

void class_checks::warn_not_remote(const clang::CXXMethodDecl* method, const char* what) {
  if (method->getAccess() != clang::AS_public ||
      x_.kind_of(method->getParent()) == class_kind::none)
    return;
  if (!method->isFirstDecl() || x_.is_injected(method) || method->isImplicit()) return;
  x_.warning(
      "W0307", method->getLocation(),
      "'" + method->getNameAsString() + "' is " + what +
          " and cannot be called through a Mentat variable; only the class itself can use it");
}

void class_checks::report_field(const clang::MemberExpr* member,
                                const clang::CXXRecordDecl* record) {
  const std::string field = "data member '" + member->getMemberDecl()->getNameAsString() +
                            "' of Mentat class '" + record->getNameAsString() + "'";
  const bool own_class = function_ != nullptr &&
                         function_->getParent()->getCanonicalDecl() == record->getCanonicalDecl();
  if (own_class)
    x_.error("E0305", member->getMemberLoc(),
             field +
                 " belongs to another object here, whose data only that object sees; call a "
                 "member function of it");
  else
    x_.error("E0304", member->getMemberLoc(),
             field +
                 " cannot be accessed through a Mentat variable; call a member function that "
                 "returns it");
}

void class_checks::report_call(const clang::MemberExpr* member, const clang::CXXMethodDecl* method,
                               const clang::CXXRecordDecl* record) {
  if (x_.is_remote(method) || x_.is_injected(method) || llvm::isa<clang::CXXDestructorDecl>(method))
    return;
  const std::string name = "'" + record->getNameAsString() + "::" + method->getNameAsString() + "'";
  if (method->isStatic() &&
      !llvm::isa<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()))
    return;  // an error of renaming
  if (x_.is_serve(method))
    return x_.error("E0601", member->getMemberLoc(),
                    "'serve' is the thread of control of the object and cannot be called");
  if (method->isStatic())
    x_.warning("W0307", member->getMemberLoc(),
               "static member function " + name + " runs in the caller, not in the object; write " +
                   record->getNameAsString() + "::" + method->getNameAsString() + "() to say so");
  else if (method->getAccess() != clang::AS_public)
    x_.error("E0306", member->getMemberLoc(),
             "private member function " + name +
                 " cannot be called through a Mentat variable; make it public");
  else
    x_.error("E0306", member->getMemberLoc(),
             "member function " + name +
                 " cannot be called through a Mentat variable, because it is a template "
                 "or an operator; give the class an ordinary member function");
}

void class_checks::report_copy(clang::SourceLocation at, const clang::CXXRecordDecl* record) {
  if (has_objects(x_.kind_of(record)))
    x_.warning("W0701", at,
               "this copies the name of a '" + record->getNameAsString() +
                   "', not the object; an ordinary compiler would copy the object");
}
}  // namespace mentat::mplc
