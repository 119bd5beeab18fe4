#include "mplc/classes/plain_constructors.h"

#include <algorithm>

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSet.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {
namespace {

// Classes of the standard library that only keep values.
bool keeps_values(llvm::StringRef name) {
  static const llvm::StringSet<> all{"allocator",    "array",
                                     "basic_string", "basic_string_view",
                                     "char_traits",  "complex",
                                     "deque",        "duration",
                                     "forward_list", "initializer_list",
                                     "list",         "optional",
                                     "pair",         "ratio",
                                     "span",         "tuple",
                                     "time_point",   "vector",
                                     "monostate",    "nullopt_t"};
  return all.contains(name);
}

// The same, if they are made without elements: they compare or hash these.
bool keeps_order(llvm::StringRef name) {
  static const llvm::StringSet<> all{"map",           "multimap",
                                     "multiset",      "set",
                                     "unordered_map", "unordered_multimap",
                                     "unordered_set", "unordered_multiset",
                                     "equal_to",      "hash",
                                     "less"};
  return all.contains(name);
}

bool is_number(clang::QualType type) {
  return type.getNonReferenceType()->isArithmeticType() ||
         type.getNonReferenceType()->isEnumeralType();
}

// std::move(x) and the like.
bool is_known_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* called = call->getDirectCallee();
  if (called == nullptr || !called->isInStdNamespace() || called->getIdentifier() == nullptr)
    return false;
  if (called->getName() == "move" || called->getName() == "forward") return call->getNumArgs() == 1;
  return (called->getName() == "min" || called->getName() == "max") && call->getNumArgs() == 2 &&
         is_number(call->getType());
}

bool is_constant_number(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  return is_number(type) && type.isConstQualified() && !type.isVolatileQualified();
}

bool is_plain_name(const clang::ValueDecl* named) {
  if (llvm::isa<clang::EnumConstantDecl, clang::NonTypeTemplateParmDecl>(named)) return true;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(named);
  return variable != nullptr && (variable->hasLocalStorage() || is_constant_number(variable));
}

// A field of the object, or of a local value.
bool is_plain_member(const clang::MemberExpr* member) {
  return llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
         (!member->isArrow() || llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreImplicit()));
}

bool is_element_of_array(const clang::ArraySubscriptExpr* element) {
  return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
}

// Kinds of statements and expressions that are as plain as their parts.
bool is_plain_kind(const clang::Stmt* part) {
  return llvm::isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt,
                   clang::DoStmt, clang::NullStmt, clang::ReturnStmt, clang::DeclStmt,
                   clang::ExprWithCleanups, clang::ImplicitCastExpr, clang::CStyleCastExpr,
                   clang::CXXStaticCastExpr, clang::CXXFunctionalCastExpr, clang::ParenExpr,
                   clang::BinaryOperator, clang::ConditionalOperator, clang::IntegerLiteral,
                   clang::FloatingLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr,
                   clang::StringLiteral, clang::CXXNullPtrLiteralExpr, clang::CXXThisExpr,
                   clang::InitListExpr, clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr,
                   clang::CXXConstructExpr, clang::MaterializeTemporaryExpr,
                   clang::CXXBindTemporaryExpr, clang::CXXDefaultInitExpr, clang::CXXDefaultArgExpr,
                   clang::CXXStdInitializerListExpr, clang::SubstNonTypeTemplateParmExpr,
                   clang::ConstantExpr, clang::UnaryExprOrTypeTraitExpr>(part);
}

}  // namespace

bool plain_constructors::is_plain(const clang::CXXConstructorDecl* constructor) {
  steps_ = 0;
  return constructs_plainly(constructor);
}

bool plain_constructors::has_plain_default(const clang::CXXRecordDecl* definition) {
  steps_ = 0;
  return constructs_plainly(definition);
}

bool plain_constructors::ends_plainly(const clang::CXXRecordDecl* definition) {
  if (definition->isDependentContext() || definition->hasUserDeclaredDestructor()) return false;
  steps_ = 0;
  return std::ranges::all_of(definition->fields(),
                             [this](const clang::FieldDecl* field) {
                               return field->getType().isDestructedType() ==
                                          clang::QualType::DK_none ||
                                      is_plain_type(field->getType());
                             }) &&
         std::ranges::all_of(definition->bases(), [this](const clang::CXXBaseSpecifier& base) {
           const clang::CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
           return record != nullptr && record->hasDefinition() && is_mentat(record) &&
                  ends_plainly(record->getDefinition());
         });
}

bool plain_constructors::constructs_plainly(const clang::CXXConstructorDecl* constructor) {
  if (gives_up() || constructor->isDependentContext() || constructor->isDeleted()) return false;
  const auto* definition =
      llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(constructor->getDefinition());
  if (definition == nullptr || !definition->hasBody() || definition->isDefaulted())
    return constructor->isDefaultConstructor() && constructor->isDefaulted() &&
           constructs_plainly(constructor->getParent());
  return has_plain_fields(constructor->getParent()) &&
         std::ranges::all_of(
             definition->parameters(),
             [this](const clang::ParmVarDecl* one) { return is_plain_type(one->getType()); }) &&
         std::ranges::all_of(
             definition->inits(),
             [this](const clang::CXXCtorInitializer* one) { return is_plain_initialiser(one); }) &&
         is_plain_part(definition->getBody());
}

// Without arguments.
bool plain_constructors::constructs_plainly(const clang::CXXRecordDecl* definition) {
  if (gives_up() || definition->isDependentContext()) return false;
  for (const clang::CXXConstructorDecl* one : definition->ctors())
    if (one->isDefaultConstructor() && one->isUserProvided()) return constructs_plainly(one);
  return definition->hasDefaultConstructor() && has_plain_fields(definition) &&
         std::ranges::all_of(definition->bases(), [this](const clang::CXXBaseSpecifier& base) {
           const clang::CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
           return record != nullptr && record->hasDefinition() && is_mentat(record) &&
                  constructs_plainly(record->getDefinition());
         });
}

// Their types, and the values that they have without a constructor's.
bool plain_constructors::has_plain_fields(const clang::CXXRecordDecl* definition) {
  return std::ranges::all_of(definition->fields(), [this](const clang::FieldDecl* field) {
    if (!is_plain_type(field->getType())) return false;
    return !field->hasInClassInitializer() || (field->getInClassInitializer() != nullptr &&
                                               is_plain_part(field->getInClassInitializer()));
  });
}

// A base that is a Mentat class is constructed, a member is a variable.
bool plain_constructors::is_plain_initialiser(const clang::CXXCtorInitializer* one) {
  if (one->isAnyMemberInitializer()) return is_plain_part(one->getInit());
  const auto* construction =
      llvm::dyn_cast<clang::CXXConstructExpr>(one->getInit()->IgnoreImplicit());
  return construction != nullptr && is_mentat(construction->getConstructor()->getParent()) &&
         constructs_plainly(construction->getConstructor()) &&
         std::ranges::all_of(construction->arguments(),
                             [this](const clang::Expr* each) { return is_plain_part(each); });
}

bool plain_constructors::is_plain_type(clang::QualType type) {
  if (gives_up() || type.isNull() || type->isDependentType() || type.isVolatileQualified())
    return false;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe())
    return is_plain_type(array->getElementType());
  if (is_number(type) || type->isPointerType() || type->isNullPtrType()) return true;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && (is_mentat(record) || is_plain_record(record));
}

bool plain_constructors::is_plain_record(const clang::CXXRecordDecl* record) {
  if (is_mentat_buffer(x_.ast.getRecordType(record))) return true;
  if (record->isInStdNamespace()) {
    if (record->getIdentifier() == nullptr ||
        !(keeps_values(record->getName()) || keeps_order(record->getName())))
      return false;
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return made == nullptr || are_plain_types(made->getTemplateArgs().asArray());
  }
  if (!record->hasDefinition()) return false;
  record = record->getDefinition();
  return record->getNumBases() == 0 && !record->isLambda() && record->isTriviallyCopyable() &&
         !record->hasUserProvidedDefaultConstructor() && record->isAggregate() &&
         has_plain_fields(record);
}

bool plain_constructors::are_plain_types(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return std::ranges::all_of(arguments, [this](const clang::TemplateArgument& one) {
    if (one.getKind() == clang::TemplateArgument::Pack)
      return are_plain_types(one.getPackAsArray());
    return one.getKind() != clang::TemplateArgument::Type || is_plain_type(one.getAsType());
  });
}

bool plain_constructors::is_plain_construction(const clang::CXXConstructExpr* construction) {
  const clang::CXXConstructorDecl* constructor = construction->getConstructor();
  const clang::CXXRecordDecl* record = constructor->getParent();
  if (!is_plain_type(construction->getType())) return false;
  const bool is_copy = constructor->isCopyOrMoveConstructor();
  const auto given = std::ranges::count_if(construction->arguments(), [](const clang::Expr* one) {
    return !llvm::isa<clang::CXXDefaultArgExpr>(one);
  });
  // A variable of a Mentat class is unbound, or a copy. Otherwise an object is made.
  if (is_mentat(record) || (record->isInStdNamespace() && keeps_order(record->getName())))
    return is_copy || given == 0;
  // A part of another string may not be there.
  if (record->isInStdNamespace() && record->getName().starts_with("basic_string"))
    return given <= 1 || is_number(construction->getArg(0)->getType());
  return true;
}

bool plain_constructors::is_plain_declaration(const clang::DeclStmt* declaration) {
  return std::ranges::all_of(declaration->decls(), [this](const clang::Decl* one) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    return variable != nullptr && variable->hasLocalStorage() &&
           !llvm::isa<clang::DecompositionDecl>(variable) && is_plain_type(variable->getType());
  });
}

bool plain_constructors::are_plain_children(const clang::Stmt* part) {
  return std::ranges::all_of(part->children(),
                             [this](const clang::Stmt* child) { return is_plain_part(child); });
}

bool plain_constructors::is_plain_part(const clang::Stmt* part) {
  if (part == nullptr) return true;
  if (gives_up()) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part))
    return is_plain_name(name->getDecl()) || llvm::isa<clang::FunctionDecl>(name->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part))
    return is_plain_member(member) && are_plain_children(part);
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part))
    return is_element_of_array(element) && are_plain_children(part);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part))
    return unary->getOpcode() != clang::UO_Deref && unary->getOpcode() != clang::UO_AddrOf &&
           are_plain_children(part);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part))
    return is_known_call(call) && are_plain_children(part);
  if (!is_plain_kind(part)) return false;
  if (const auto* fallback = llvm::dyn_cast<clang::CXXDefaultInitExpr>(part))
    return is_plain_part(fallback->getExpr());
  if (const auto* fallback = llvm::dyn_cast<clang::CXXDefaultArgExpr>(part))
    return is_plain_part(fallback->getExpr());
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(part);
      list != nullptr && list->hasArrayFiller() && !is_plain_part(list->getArrayFiller()))
    return false;
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(part);
      construction != nullptr && !is_plain_construction(construction))
    return false;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(part);
      declaration != nullptr && !is_plain_declaration(declaration))
    return false;
  const auto* value = llvm::dyn_cast<clang::Expr>(part);
  return (value == nullptr || !value->getType().isVolatileQualified()) && are_plain_children(part);
}

}  // namespace mentat::mplc
