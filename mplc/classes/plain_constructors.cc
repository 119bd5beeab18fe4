#include "mplc/classes/plain_constructors.h"

#include <algorithm>

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSet.h"

namespace mentat::mplc {
namespace {

// Classes of the standard library whose constructors only keep values.
bool is_known(llvm::StringRef name) {
  static const llvm::StringSet<> all{"allocator",
                                     "array",
                                     "atomic",
                                     "basic_string",
                                     "basic_string_view",
                                     "bitset",
                                     "char_traits",
                                     "complex",
                                     "deque",
                                     "duration",
                                     "equal_to",
                                     "forward_list",
                                     "greater",
                                     "hash",
                                     "initializer_list",
                                     "less",
                                     "list",
                                     "map",
                                     "monostate",
                                     "multimap",
                                     "multiset",
                                     "nullopt_t",
                                     "optional",
                                     "pair",
                                     "plus",
                                     "priority_queue",
                                     "queue",
                                     "ratio",
                                     "set",
                                     "span",
                                     "stack",
                                     "time_point",
                                     "tuple",
                                     "unique_ptr",
                                     "unordered_map",
                                     "unordered_multimap",
                                     "unordered_multiset",
                                     "unordered_set",
                                     "variant",
                                     "vector",
                                     "linear_congruential_engine",
                                     "mersenne_twister_engine"};
  return all.contains(name);
}

// std::move(x) and the like.
bool is_known_function(const clang::FunctionDecl* called) {
  static const llvm::StringSet<> all{"forward", "max", "min", "move"};
  return called != nullptr && called->isInStdNamespace() && called->getIdentifier() != nullptr &&
         all.contains(called->getName());
}

bool is_changing_global(const clang::DeclRefExpr* name) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->hasGlobalStorage() && !variable->isConstexpr() &&
         !variable->getType().isConstQualified();
}

bool is_never_plain(const clang::Stmt* part) {
  return llvm::isa<clang::CXXThrowExpr, clang::CXXNewExpr, clang::CXXDeleteExpr, clang::LambdaExpr,
                   clang::CXXTypeidExpr, clang::CXXDynamicCastExpr, clang::CoroutineSuspendExpr,
                   clang::AsmStmt, clang::StmtExpr, clang::CXXTryStmt>(part);
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

bool plain_constructors::constructs_plainly(const clang::CXXConstructorDecl* constructor) {
  if (gives_up() || constructor->isDependentContext() || constructor->isDeleted()) return false;
  if (constructor->isTrivial()) return true;
  const auto* definition =
      llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(constructor->getDefinition());
  if (definition == nullptr || !definition->hasBody())
    return constructor->isDefaulted() && constructor->isDefaultConstructor() &&
           constructs_plainly(constructor->getParent());
  return std::ranges::all_of(
             definition->inits(),
             [this](const clang::CXXCtorInitializer* one) { return is_plain_initialiser(one); }) &&
         is_plain_part(definition->getBody());
}

// A base that is a Mentat class is constructed, a member is a variable.
bool plain_constructors::is_plain_initialiser(const clang::CXXCtorInitializer* one) {
  if (one->isAnyMemberInitializer()) return is_plain_part(one->getInit());
  const auto* construction =
      llvm::dyn_cast<clang::CXXConstructExpr>(one->getInit()->IgnoreImplicit());
  return construction != nullptr && constructs_plainly(construction->getConstructor()) &&
         std::ranges::all_of(construction->arguments(),
                             [this](const clang::Expr* each) { return is_plain_part(each); });
}

// Without arguments.
bool plain_constructors::constructs_plainly(const clang::CXXRecordDecl* definition) {
  if (gives_up() || definition->isDependentContext()) return false;
  for (const clang::CXXConstructorDecl* one : definition->ctors())
    if (one->isDefaultConstructor() && one->isUserProvided()) return constructs_plainly(one);
  if (!definition->hasDefaultConstructor()) return false;
  return std::ranges::all_of(definition->bases(),
                             [this](const clang::CXXBaseSpecifier& base) {
                               const clang::CXXRecordDecl* record =
                                   base.getType()->getAsCXXRecordDecl();
                               return record != nullptr && record->hasDefinition() &&
                                      constructs_plainly(record->getDefinition());
                             }) &&
         std::ranges::all_of(definition->fields(), [this](const clang::FieldDecl* field) {
           const clang::Expr* first = field->getInClassInitializer();
           return first != nullptr ? is_plain_part(first) : is_plain_value(field->getType());
         });
}

// Whether values of the type are made, with or without others, without anything else.
bool plain_constructors::is_plain_value(clang::QualType type) {
  if (gives_up() || type.isNull() || type->isDependentType()) return false;
  type = type.getNonReferenceType();
  if (const auto* array = type->getAsArrayTypeUnsafe())
    return is_plain_value(array->getElementType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || is_mentat(record)) return true;
  if (record->isInStdNamespace()) {
    if (record->getIdentifier() == nullptr || !is_known(record->getName())) return false;
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return made == nullptr || are_plain_values(made->getTemplateArgs().asArray());
  }
  if (!record->hasDefinition()) return false;
  record = record->getDefinition();
  return !record->hasUserDeclaredCopyConstructor() && !record->hasUserDeclaredMoveConstructor() &&
         constructs_plainly(record);
}

bool plain_constructors::are_plain_values(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return std::ranges::all_of(arguments, [this](const clang::TemplateArgument& one) {
    if (one.getKind() == clang::TemplateArgument::Pack)
      return are_plain_values(one.getPackAsArray());
    return one.getKind() != clang::TemplateArgument::Type || is_plain_value(one.getAsType());
  });
}

bool plain_constructors::is_plain_construction(const clang::CXXConstructExpr* construction) {
  const clang::CXXConstructorDecl* constructor = construction->getConstructor();
  const clang::CXXRecordDecl* record = constructor->getParent();
  // A variable of a Mentat class is unbound, or a copy. Otherwise an object is made.
  if (is_mentat(record))
    return construction->getNumArgs() == 0 || constructor->isCopyOrMoveConstructor();
  return record->isInStdNamespace() ? is_plain_value(construction->getType())
                                    : constructs_plainly(constructor);
}

bool plain_constructors::is_plain_part(const clang::Stmt* part) {
  if (part == nullptr) return true;
  if (gives_up() || is_never_plain(part)) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part)) return !is_changing_global(name);
  if (const auto* fallback = llvm::dyn_cast<clang::CXXDefaultInitExpr>(part))
    return is_plain_part(fallback->getExpr());
  if (const auto* fallback = llvm::dyn_cast<clang::CXXDefaultArgExpr>(part))
    return is_plain_part(fallback->getExpr());
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(part)) {
    if (!is_plain_construction(construction)) return false;
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
    if (!is_known_function(call->getDirectCallee())) return false;
  } else if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(part)) {
    for (const clang::Decl* one : declared->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (variable != nullptr && variable->hasGlobalStorage()) return false;
    }
  }
  return std::ranges::all_of(part->children(),
                             [this](const clang::Stmt* child) { return is_plain_part(child); });
}

}  // namespace mentat::mplc
