#include "mplc/functions/function_types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

namespace mentat::mplc::types {

const clang::CXXRecordDecl* record_of(clang::QualType type) {
  return type.getNonReferenceType()->getAsCXXRecordDecl();
}

bool is_std(const clang::CXXRecordDecl* record, llvm::StringRef name) {
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName() == name;
}

bool is_std_function(const clang::FunctionDecl* function,
                     std::initializer_list<llvm::StringRef> names) {
  if (function == nullptr || !function->isInStdNamespace() || function->getIdentifier() == nullptr)
    return false;
  for (const llvm::StringRef name : names)
    if (function->getName() == name) return true;
  return false;
}

clang::QualType element_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  const auto* container = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (container == nullptr) return {};
  const clang::TemplateArgumentList& arguments = container->getTemplateArgs();
  if (is_std(record, "map") || is_std(record, "unordered_map")) return arguments[1].getAsType();
  if (!is_std(record, "vector") && !is_std(record, "deque")) return {};
  const clang::QualType element = arguments[0].getAsType();
  return is_std(record, "vector") && element->isBooleanType() ? clang::QualType() : element;
}

bool is_keyed(clang::QualType type) {
  return is_std(record_of(type), "map") || is_std(record_of(type), "unordered_map");
}

sequence sequence_of(clang::QualType type) {
  if (is_std(record_of(type), "array")) return sequence::array;
  return element_of(type).isNull() ? sequence::none : sequence::container;
}

bool same(clang::QualType left, clang::QualType right) {
  return left.getNonReferenceType().getCanonicalType().getUnqualifiedType() ==
         right.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

clang::QualType lasting_result(const clang::CXXRecordDecl* record) {
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || instance->getName() != "result") return {};
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(instance->getDeclContext());
  const bool ours =
      space != nullptr && space->getName() == "mentat" && space->getParent()->isTranslationUnit();
  return ours ? instance->getTemplateArgs()[0].getAsType() : clang::QualType();
}

clang::QualType inside_optional(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record_of(type));
  return is_std(record, "optional") ? record->getTemplateArgs()[0].getAsType() : clang::QualType();
}

bool converts_later(clang::QualType from, clang::QualType to) {
  from = from.getNonReferenceType();
  to = to.getNonReferenceType();
  if (from->isDependentType() || to->isDependentType() || from->isVoidType()) return false;
  if (const clang::QualType inside = inside_optional(to); !inside.isNull() && same(from, inside))
    return true;
  return same(from, to) || ((from->isArithmeticType() || from->isUnscopedEnumerationType()) &&
                            to->isArithmeticType());
}

bool is_packed(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent();
  return field->hasAttr<clang::PackedAttr>() || record->hasAttr<clang::PackedAttr>() ||
         record->hasAttr<clang::MaxFieldAlignmentAttr>();
}

namespace {

bool is_in_packed(const clang::Expr* part) {
  for (;;) {
    part = part->IgnoreParenImpCasts();
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(part);
    const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(part))
      return is_in_packed(choice->getTrueExpr()) || is_in_packed(choice->getFalseExpr());
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(part)) {
      if (binary->getOpcode() != clang::BO_Comma && !binary->isAssignmentOp()) return false;
      part = binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part);
               unary != nullptr && unary->isPrefix() && unary->isIncrementDecrementOp()) {
      part = unary->getSubExpr();
    } else if (member != nullptr) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (field != nullptr && is_packed(field)) return true;
      if (field == nullptr || member->isArrow()) return false;
      part = member->getBase();
    } else if (subscript != nullptr &&
               subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) {
      part = subscript->getBase();
    } else {
      return false;
    }
  }
}

// The constant may have no memory; a reference to it would require some.
bool is_static_constant(const clang::Expr* value) {
  const clang::ValueDecl* named = nullptr;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value)) named = name->getDecl();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(value))
    named = member->getMemberDecl();
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(named);
  return variable != nullptr && variable->isStaticDataMember() &&
         variable->getType().isConstQualified() && !variable->isInline();
}

}  // namespace

bool goes_by_copy(const clang::Expr* value) {
  value = value->IgnoreParenImpCasts();
  return value->refersToBitField() || value->refersToVectorElement() || is_in_packed(value) ||
         is_static_constant(value);
}

namespace {

bool is_helper_argument(clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  for (const char* name :
       {"allocator", "char_traits", "less", "hash", "equal_to", "default_delete"})
    if (is_std(record, name)) return true;
  return false;
}

template <class Test>
bool any_argument(const clang::TemplateArgument& argument, Test test) {
  if (argument.getKind() == clang::TemplateArgument::Type)
    return !is_helper_argument(argument.getAsType()) && test(argument.getAsType());
  if (argument.getKind() == clang::TemplateArgument::Pack)
    for (const clang::TemplateArgument& one : argument.pack_elements())
      if (any_argument(one, test)) return true;
  return false;
}

// Whether a test holds for a type argument of a template of the standard library.
template <class Test>
bool any_argument(const clang::CXXRecordDecl* record, Test test) {
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (special == nullptr) return false;
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
    if (any_argument(argument, test)) return true;
  return false;
}

bool owns_its_values(const clang::CXXRecordDecl* record) {
  static const llvm::StringRef names[] = {"basic_string",
                                          "vector",
                                          "array",
                                          "pair",
                                          "tuple",
                                          "optional",
                                          "variant",
                                          "map",
                                          "set",
                                          "multimap",
                                          "multiset",
                                          "unordered_map",
                                          "unordered_set",
                                          "deque",
                                          "list",
                                          "complex",
                                          "bitset",
                                          "initializer_list",
                                          "duration",
                                          "time_point",
                                          "atomic",
                                          "queue",
                                          "stack",
                                          "priority_queue",
                                          "unordered_multimap",
                                          "unordered_multiset",
                                          "exception"};
  for (const llvm::StringRef name : names)
    if (record->getIdentifier() != nullptr && record->getName() == name) return true;
  return false;
}

}  // namespace

bool may_refer(const context& x, clang::QualType type, unsigned depth) {
  type = type.getCanonicalType();
  if (type->isDependentType() || depth > 8) return true;
  if (type->isArithmeticType() || type->isEnumeralType() || type->isVoidType() ||
      type->isNullPtrType())
    return false;
  if (const clang::ArrayType* array = x.ast.getAsArrayType(type))
    return may_refer(x, array->getElementType(), depth + 1);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return true;
  if (x.kind_of(record) != class_kind::none) return false;
  if (record->isLambda() || !record->hasDefinition()) return true;
  const auto below = [&](clang::QualType part) { return may_refer(x, part, depth + 1); };
  if (record->isInStdNamespace()) return !owns_its_values(record) || any_argument(record, below);
  for (const clang::FieldDecl* field : record->fields())
    if (below(field->getType())) return true;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (below(base.getType())) return true;
  return false;
}

namespace {

bool has_own_moves(const clang::CXXRecordDecl* record) {
  return record->hasUserDeclaredDestructor() || record->hasUserDeclaredCopyConstructor() ||
         record->hasUserDeclaredMoveConstructor() || record->hasUserDeclaredCopyAssignment() ||
         record->hasUserDeclaredMoveAssignment() || record->isPolymorphic();
}

bool is_moved_unseen(const context& x, clang::QualType type, unsigned depth) {
  type = type.getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType()) return true;
  if (type->isDependentType() || depth > 8) return false;
  const auto below = [&](clang::QualType part) { return is_moved_unseen(x, part, depth + 1); };
  if (const clang::ArrayType* array = x.ast.getAsArrayType(type))
    return below(array->getElementType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->isLambda() || record->isUnion() ||
      x.kind_of(record) != class_kind::none)
    return false;
  if (record->isInStdNamespace())
    return record->isEmpty() ||
           (owns_its_values(record) &&
            !any_argument(record, [&](clang::QualType part) { return !below(part); }));
  return !has_own_moves(record) &&
         llvm::all_of(record->fields(),
                      [&](const clang::FieldDecl* field) { return below(field->getType()); }) &&
         llvm::all_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier& base) { return below(base.getType()); });
}

}  // namespace

bool moves_unseen(const context& x, clang::QualType type) {
  const clang::CXXRecordDecl* record = record_of(type);
  return record != nullptr && record->hasDefinition() && !record->isTriviallyCopyable() &&
         is_moved_unseen(x, type, 0);
}

bool constructible_first(const context& x, clang::QualType type, unsigned depth) {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type->isDependentType() || depth > 8) return false;
  if (const clang::ArrayType* array = x.ast.getAsArrayType(type))
    return constructible_first(x, array->getElementType(), depth + 1);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || x.kind_of(record) != class_kind::none) return true;
  if (!record->hasDefinition() || record->isAbstract()) return false;
  const auto below = [&](clang::QualType part) { return !constructible_first(x, part, depth + 1); };
  if (is_std(record, "pair") || is_std(record, "tuple")) return !any_argument(record, below);
  for (const clang::CXXConstructorDecl* constructor : record->ctors())
    if (constructor->isDefaultConstructor() && !constructor->isImplicit())
      return !constructor->isDeleted() && constructor->getAccess() == clang::AS_public;
  if (record->hasUserDeclaredConstructor()) return false;
  for (const clang::FieldDecl* field : record->fields())
    if (!field->hasInClassInitializer() &&
        (field->getType().isConstQualified() || below(field->getType())))
      return false;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (below(base.getType())) return false;
  return true;
}

bool assignable(const context& x, clang::QualType type, unsigned depth) {
  type = type.getCanonicalType();
  if (type->isReferenceType() || type.isConstQualified() || type->isDependentType() || depth > 8)
    return false;
  if (const clang::ArrayType* array = x.ast.getAsArrayType(type))
    return assignable(x, array->getElementType(), depth + 1);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || x.kind_of(record) != class_kind::none) return true;
  if (!record->hasDefinition()) return false;
  if (record->isInStdNamespace())
    return !any_argument(record,
                         [&](clang::QualType part) { return !assignable(x, part, depth + 1); });
  for (const clang::CXXMethodDecl* method : record->methods())
    if (!method->isImplicit() &&
        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
      return !method->isDeleted() && method->getAccess() == clang::AS_public;
  for (const clang::FieldDecl* field : record->fields())
    if (!assignable(x, field->getType(), depth + 1)) return false;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (!assignable(x, base.getType(), depth + 1)) return false;
  return true;
}

bool assignment_overwrites(const clang::CXXOperatorCallExpr* assignment) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(assignment->getDirectCallee());
  if (method == nullptr) return false;
  const clang::CXXRecordDecl* record = method->getParent();
  if (record->isInStdNamespace())
    return is_std(record, "basic_string") || is_std(record, "vector") || is_std(record, "array") ||
           is_std(record, "pair") || is_std(record, "complex") || is_std(record, "optional");
  return (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
         (method->isImplicit() || method->isDefaulted()) && record->isTriviallyCopyable();
}

bool assigns_members(const clang::CXXOperatorCallExpr* assignment) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(assignment->getDirectCallee());
  if (method == nullptr ||
      !(method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    return false;
  return method->getParent()->isInStdNamespace() || method->isImplicit() || method->isDefaulted();
}

const clang::DeclRefExpr* grown_container(const clang::CXXMemberCallExpr* call) {
  const clang::CXXMethodDecl* method = call->getMethodDecl();
  if (method == nullptr || method->getIdentifier() == nullptr || call->getNumArgs() != 1 ||
      (method->getName() != "push_back" && method->getName() != "emplace_back") ||
      !(is_std(method->getParent(), "vector") || is_std(method->getParent(), "deque")))
    return nullptr;
  return llvm::dyn_cast<clang::DeclRefExpr>(call->getImplicitObjectArgument()->IgnoreImpCasts());
}

bool may_grow(const context& x, clang::QualType container) {
  const clang::QualType element = element_of(container);
  if (element.isNull()) return false;
  const auto* record = llvm::cast<clang::ClassTemplateSpecializationDecl>(record_of(container));
  return is_std(record_of(record->getTemplateArgs()[1].getAsType()), "allocator") &&
         constructible_first(x, element) && assignable(x, element);
}

}  // namespace mentat::mplc::types
