#include "mplc/functions/function_const.h"

#include "mplc/functions/function_types.h"

namespace mentat::mplc {
namespace {

constexpr unsigned deepest = 16;  // references to references

bool is_library_class(const clang::CXXRecordDecl* record) {
  const clang::DeclContext* scope = record->getDeclContext()->getRedeclContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent()->getRedeclContext())
    if (scope->isStdNamespace()) return true;
  return false;
}

bool is_one_of(const clang::FunctionDecl* function, std::initializer_list<llvm::StringRef> names) {
  return function->getIdentifier() != nullptr && llvm::is_contained(names, function->getName());
}

// Functions of containers that exist with and without const, and give an element.
bool gives_element(const clang::FunctionDecl* function) {
  return is_one_of(function, {"at", "front", "back", "top", "value"});
}
// ... and that give an iterator.
bool gives_place(const clang::FunctionDecl* function) {
  return is_one_of(
      function, {"begin", "end", "rbegin", "rend", "find", "lower_bound", "upper_bound", "data"});
}

bool is_sequence_or_optional(const clang::CXXRecordDecl* record) {
  return types::is_std(record, "vector") || types::is_std(record, "deque") ||
         types::is_std(record, "array") || types::is_std(record, "basic_string") ||
         types::is_std(record, "optional");
}

bool makes_const(const clang::ImplicitCastExpr* cast) {
  const clang::QualType type = cast->getType();
  return cast->getCastKind() == clang::CK_NoOp &&
         (type->isPointerType() ? type->getPointeeType() : type).isConstQualified();
}

}  // namespace

void const_scan::run() {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scan_.function);
  if (method == nullptr || !is_suspect(method) || !only_reads()) return;
  x_.warning("W0905", method->getLocation(),
             "'" + method->getNameAsString() + "' of replicated class '" +
                 method->getParent()->getNameAsString() +
                 "' changes nothing, but is not const: each call of it takes effect in all "
                 "processes; declare it const, and it reads the copy in its caller's process");
}

bool const_scan::is_suspect(const clang::CXXMethodDecl* method) const {
  if (x_.kind_of(method->getParent()) != class_kind::replicated || !x_.is_remote(method))
    return false;
  if (method->isConst() || method->isVirtual() || method->isDependentContext()) return false;
  if (x_.guard_of(method) != nullptr) return false;  // it waits for its turn among the writes
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(method->getBody());
  return body != nullptr && !body->body_empty();
}

bool const_scan::only_reads() const {
  for (node_index i = 0; i < tree_.size(); ++i)
    if (tree_.as<clang::CXXThisExpr>(i) != nullptr && !only_read(i, leads::to_data, 0))
      return false;
  return true;
}

bool const_scan::only_read(node_index at, leads how, unsigned depth) const {
  if (depth == deepest) return false;
  for (;;) {
    const clang::Stmt* below = tree_[at];
    at = tree_.parent(at);
    if (at == nothing) return false;
    const clang::Stmt* up = tree_[at];
    if (llvm::isa<clang::ParenExpr, clang::ExprWithCleanups, clang::CXXBindTemporaryExpr,
                  clang::MaterializeTemporaryExpr>(up))
      continue;
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(up)) {
      if (how == leads::to_data && makes_const(cast)) return true;
      if (cast->getCastKind() != clang::CK_LValueToRValue) continue;
      if (how == leads::to_data && !cast->getType()->isPointerType()) return true;
      continue;
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(up)) {
      if (llvm::isa<clang::FieldDecl>(member->getMemberDecl())) {
        how = leads::to_data;
        continue;
      }
      at = tree_.parent(at);
      while (tree_.as<clang::ParenExpr>(at) != nullptr) at = tree_.parent(at);
      const auto* call = tree_.as<clang::CXXMemberCallExpr>(at);
      return call != nullptr && only_read_by(call, at, how, depth);
    }
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(up)) {
      if (subscript->getIdx() == below) return false;
      how = leads::to_data;
      continue;
    }
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(up)) {
      if (operation->getOpcode() != clang::UO_Deref) return false;
      how = leads::to_data;
      continue;
    }
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(up))
      return only_read_by(operation, at, below, how, depth);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(up)) return x_.is_rtf(call);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(up))
      return only_read_in(declaration, below, how, depth);
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(up))
      return loop->getRangeInit() == below && only_read_in(loop, how);
    if (const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(up))
      return how == leads::to_place && comparison->isComparisonOp();
    return false;
  }
}

bool const_scan::only_read_by(const clang::CXXMemberCallExpr* call, node_index at, leads how,
                              unsigned depth) const {
  const clang::CXXMethodDecl* method = call->getMethodDecl();
  if (method == nullptr) return false;
  const bool knows = is_library_class(method->getParent());
  if (how == leads::to_place) return false;
  if (knows && gives_element(method)) return only_read(at, leads::to_data, depth + 1);
  if (knows && gives_place(method)) return only_read(at, leads::to_place, depth + 1);
  return method->isConst();
}

bool const_scan::only_read_by(const clang::CXXOperatorCallExpr* call, node_index at,
                              const clang::Stmt* below, leads how, unsigned depth) const {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  const clang::OverloadedOperatorKind sign = call->getOperator();
  const bool steps = sign == clang::OO_PlusPlus || sign == clang::OO_MinusMinus;
  const bool compares = sign == clang::OO_EqualEqual || sign == clang::OO_ExclaimEqual;
  if (how == leads::to_place && (steps || compares)) return true;
  if (method == nullptr || call->getNumArgs() == 0 || call->getArg(0) != below) return false;
  const bool follows = sign == clang::OO_Star || sign == clang::OO_Arrow;
  if (how == leads::to_place) return follows && only_read(at, leads::to_data, depth + 1);
  const bool selects = sign == clang::OO_Subscript || follows;
  return selects && is_sequence_or_optional(method->getParent()) &&
         only_read(at, leads::to_data, depth + 1);
}

bool const_scan::only_read_in(const clang::DeclStmt* declaration, const clang::Stmt* below,
                              leads how, unsigned depth) const {
  for (const clang::Decl* one : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (variable == nullptr || variable->getInit() != below) continue;
    if (llvm::isa<clang::DecompositionDecl>(variable) || variable->isStaticLocal()) return false;
    if (how == leads::to_data && !variable->getType()->isReferenceType()) return false;
    for (const node_index name : scan_.names_of(variable))
      if (!only_read(name, how, depth + 1)) return false;
    return true;
  }
  return false;
}

bool const_scan::only_read_in(const clang::CXXForRangeStmt* loop, leads how) const {
  if (how != leads::to_data) return false;
  const clang::VarDecl* variable = loop->getLoopVariable();
  const clang::QualType type = variable->getType();
  if (type->isDependentType() || type->isRValueReferenceType()) return false;
  return !type->isReferenceType() || type.getNonReferenceType().isConstQualified();
}

}  // namespace mentat::mplc
