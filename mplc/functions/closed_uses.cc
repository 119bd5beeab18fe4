#include "mplc/functions/closed_uses.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace mentat::mplc {
namespace {

const clang::CXXRecordDecl* class_of(const clang::FunctionDecl* callee) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method == nullptr ? nullptr : method->getParent();
}

// Functions of the standard library that read and write the elements of a range, and keep nothing.
bool is_algorithm(const clang::FunctionDecl* callee) {
  return types::is_std_function(
      callee, {"accumulate", "all_of",    "any_of",      "copy",        "copy_n",   "count",
               "count_if",   "equal",     "fill",        "fill_n",      "generate", "inner_product",
               "iota",       "is_sorted", "none_of",     "partial_sum", "reduce",   "reverse",
               "shuffle",    "sort",      "stable_sort", "swap_ranges", "transform"});
}

// Functions of the standard library that get a whole container or string and keep nothing.
bool takes_whole(const clang::FunctionDecl* callee) {
  return types::is_std_function(callee, {"empty", "getline", "size", "ssize", "swap"});
}

bool is_plain(clang::QualType type) {
  return type->isArithmeticType() || type->isEnumeralType() || type->isVoidType();
}

// Values, iterators, engines of random numbers, and function objects without data of the standard
// library: with these an algorithm keeps nothing of what it sees.
bool is_harmless(const context& x, clang::QualType type) {
  if (is_plain(type) || !types::may_refer(x, type)) return true;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->isLambda() || record->getIdentifier() == nullptr) return false;
  const llvm::StringRef name = record->getName();
  return name == "__normal_iterator" ||
         (record->isInStdNamespace() &&
          (record->isEmpty() || name.ends_with("iterator") || name.ends_with("engine")));
}

}  // namespace

bool closed_uses::is_closed(const function_tree& tree, node_index name,
                            const clang::CXXForRangeStmt** loop) {
  carrier now = carrier::part;
  for (node_index at = name, up = tree.parent(at);; at = up, up = tree.parent(up)) {
    if (up == nothing) return false;
    const auto* range = tree.as<clang::CXXForRangeStmt>(up);
    if (range != nullptr && range->getRangeInit() == tree[at]) {
      if (loop != nullptr) *loop = range;
      const clang::VarDecl* element = range->getLoopVariable();
      if (llvm::isa<clang::DecompositionDecl>(element)) return false;
      if (!element->getType()->isReferenceType()) return !types::may_refer(x_, element->getType());
      return uses_closed(tree, element);
    }
    const verdict found = step(tree, at, up, now);
    if (found != verdict::goes_on) return found == verdict::closed;
  }
}

closed_uses::verdict closed_uses::step(const function_tree& tree, node_index at, node_index up,
                                       carrier& now) {
  const clang::Stmt* around = tree[up];
  const clang::Stmt* below = tree[at];
  if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                clang::CXXBindTemporaryExpr>(around))
    return verdict::goes_on;
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(around)) return step_cast(cast);
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(around)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr)
      return tree.as<clang::CXXMemberCallExpr>(tree.parent(up)) != nullptr ? verdict::goes_on
                                                                           : verdict::open;
    return member->isArrow() || field->getType()->isReferenceType() ? verdict::open
                                                                    : verdict::goes_on;
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(around)) {
    if (!types::may_refer(x_, made->getType()))
      return made->getConstructor()->isCopyOrMoveConstructor() || now == carrier::leads_inside
                 ? verdict::closed
                 : verdict::open;
    now = carrier::leads_inside;  // a view, as an argument
    return verdict::goes_on;
  }
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(around);
      call != nullptr && call->getCallee()->IgnoreParens() == below)
    return step_method(call, now);
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(around))
    return step_operator(call, below, now);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(around))
    return step_call(call, below, now);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(around))
    return unary->isIncrementDecrementOp() && is_plain(unary->getType()) ? verdict::goes_on
                                                                         : verdict::open;
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(around))
    return binary->isAssignmentOp() && binary->getLHS() == below && is_plain(binary->getType())
               ? verdict::goes_on
               : verdict::open;
  if (llvm::isa<clang::Expr>(around)) return verdict::open;
  return step_statement(tree, around, below);
}

closed_uses::verdict closed_uses::step_cast(const clang::CastExpr* cast) const {
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      return is_plain(cast->getType()) ? verdict::closed : verdict::open;
    case clang::CK_ToVoid:
      return verdict::closed;
    case clang::CK_NoOp:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return llvm::isa<clang::ImplicitCastExpr>(cast) ? verdict::goes_on : verdict::open;
    default:
      return verdict::open;
  }
}

closed_uses::verdict closed_uses::step_method(const clang::CXXMemberCallExpr* call,
                                              carrier& now) const {
  const clang::CXXMethodDecl* method = call->getMethodDecl();
  const clang::CXXRecordDecl* record = class_of(method);
  if (record == nullptr || !record->isInStdNamespace() || now == carrier::leads_inside ||
      types::may_refer(x_, x_.ast.getRecordType(record)))
    return verdict::open;
  const clang::QualType result = call->getType();
  if (call->isGLValue()) return verdict::goes_on;  // an element, or the object itself
  if (is_plain(result) || !types::may_refer(x_, result)) return verdict::closed;
  if (result->isPointerType()) return verdict::open;
  now = carrier::leads_inside;
  return verdict::goes_on;
}

closed_uses::verdict closed_uses::step_operator(const clang::CXXOperatorCallExpr* call,
                                                const clang::Stmt* below, carrier now) const {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee == nullptr || now == carrier::leads_inside) return verdict::open;
  const clang::CXXRecordDecl* record = class_of(callee);
  const bool is_std = record != nullptr ? record->isInStdNamespace() : callee->isInStdNamespace();
  const bool is_own = llvm::isa<clang::CXXMethodDecl>(callee) && !callee->isUserProvided();
  if (!is_std && !is_own) return verdict::open;
  const bool first = call->getArg(0) == below;
  switch (call->getOperator()) {
    case clang::OO_Subscript:
      return first && call->isGLValue() ? verdict::goes_on : verdict::open;
    case clang::OO_Equal:
    case clang::OO_PlusEqual:
      if (first) return verdict::goes_on;
      return types::may_refer(x_, call->getType()) ? verdict::open : verdict::closed;
    case clang::OO_LessLess:  // to a stream
    case clang::OO_GreaterGreater:
      return call->getNumArgs() == 2 && !first ? verdict::closed : verdict::open;
    case clang::OO_EqualEqual:
    case clang::OO_ExclaimEqual:
    case clang::OO_Less:
    case clang::OO_LessEqual:
    case clang::OO_Greater:
    case clang::OO_GreaterEqual:
    case clang::OO_Spaceship:
    case clang::OO_Plus:
      return !types::may_refer(x_, call->getType()) ? verdict::closed : verdict::open;
    default:
      return verdict::open;
  }
}

closed_uses::verdict closed_uses::step_call(const clang::CallExpr* call, const clang::Stmt* below,
                                            carrier now) {
  if (x_.is_rtf(call) || x_.mentat_call(call) == call) return verdict::closed;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee == nullptr || call->isTypeDependent()) return verdict::open;
  if (now == carrier::leads_inside) {
    const clang::CXXRecordDecl* record = class_of(callee);
    const bool into_container = record != nullptr && record->isInStdNamespace() &&
                                !types::may_refer(x_, x_.ast.getRecordType(record));
    if (into_container) return verdict::closed;  // insert, assign: values
    const bool is_safe = llvm::all_of(call->arguments(), [&](const clang::Expr* argument) {
      return is_harmless(x_, argument->getType());
    });
    return is_algorithm(callee) && is_safe ? verdict::closed : verdict::open;
  }
  if (takes_whole(callee)) return verdict::closed;
  if (call->isGLValue() || types::may_refer(x_, call->getType())) return verdict::open;
  for (unsigned k = 0; k < call->getNumArgs(); ++k)
    if (call->getArg(k) == below)
      return takes_no_address(callee, k) ? verdict::closed : verdict::open;
  return verdict::open;
}

bool closed_uses::takes_no_address(const clang::FunctionDecl* callee, unsigned parameter) {
  const clang::FunctionDecl* defined = nullptr;
  if (!callee->isDefined(defined) || defined->isDependentContext() || defined->isVariadic() ||
      parameter >= defined->getNumParams() || x_.sources.isInSystemHeader(defined->getLocation()))
    return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(defined);
  if (method != nullptr && method->isVirtual()) return false;
  const clang::ParmVarDecl* one = defined->getParamDecl(parameter);
  const auto [known, added] = parameters_.try_emplace(one, false);  // a recursion is open
  if (!added || depth_ == deepest) return known->second;
  ++depth_;
  const function_tree tree(defined);
  parameters_[one] = uses_closed(tree, one);
  --depth_;
  return parameters_[one];
}

bool closed_uses::uses_closed(const function_tree& tree, const clang::VarDecl* variable) {
  for (node_index i = 0; i < tree.size(); ++i) {
    if (const auto* lambda = tree.as<clang::LambdaExpr>(i))
      for (const clang::LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCapturedVar() == variable) return false;
    const auto* name = tree.as<clang::DeclRefExpr>(i);
    if (name != nullptr && name->getDecl() == variable && !is_closed(tree, i)) return false;
  }
  return true;
}

closed_uses::verdict closed_uses::step_statement(const function_tree&, const clang::Stmt* around,
                                                 const clang::Stmt* below) {
  // The value is dropped.
  if (llvm::isa<clang::CompoundStmt, clang::CaseStmt, clang::DefaultStmt, clang::LabelStmt,
                clang::AttributedStmt>(around))
    return verdict::closed;
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(around))
    return loop->getInc() == below || loop->getInit() == below || loop->getBody() == below
               ? verdict::closed
               : verdict::open;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(around))
    return choice->getCond() != below ? verdict::closed : verdict::open;
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(around))
    return loop->getBody() == below ? verdict::closed : verdict::open;
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(around))
    return loop->getBody() == below ? verdict::closed : verdict::open;
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(around))
    return loop->getBody() == below ? verdict::closed : verdict::open;
  return verdict::open;
}

}  // namespace mentat::mplc
