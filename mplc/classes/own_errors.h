// Finds the program's own exception types that can travel. Candidates are the types that the main
// file throws or catches, and all types in the user's files that derive from std::exception. A type
// travels if its fields travel (as for a struct), if it can be copied and derived from, and if an
// empty object can be made: by a constructor without arguments, or with empty arguments. Any other
// type arrives as mentat::remote_error.
#pragma once

#include <set>

#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "mplc/classes/serialisation.h"
#include "mplc/facts/model.h"
#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {

class own_errors final : public ast_walk {
  using record = clang::CXXRecordDecl;

 public:
  own_errors(context& x, serialisation& types) : x_(x), types_(types) {}

  bool VisitCXXRecordDecl(record* of) override {
    if (of->isThisDeclarationADefinition() && derives_from_exception(of)) add(of);
    return true;
  }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr* thrown) override {
    if (thrown->getSubExpr() != nullptr) add(thrown->getSubExpr()->getType());
    return true;
  }
  bool VisitCXXCatchStmt(clang::CXXCatchStmt* handler) override {
    if (!handler->getCaughtType().isNull()) add(handler->getCaughtType());
    return true;
  }

  std::vector<own_error> take() { return std::move(errors_); }

 private:
  static bool derives_from_exception(const record* of) {
    return llvm::any_of(of->bases(), [](const clang::CXXBaseSpecifier& base) {
      const record* above = base.getType()->getAsCXXRecordDecl();
      return above != nullptr && above->hasDefinition() &&
             ((above->isInStdNamespace() && above->getIdentifier() != nullptr &&
               above->getName() == "exception") ||
              derives_from_exception(above->getDefinition()));
    });
  }

  void add(clang::QualType type) {
    if (type->isDependentType()) return;
    if (const record* of = type.getNonReferenceType()->getAsCXXRecordDecl()) add(of);
  }

  void add(const record* of) {
    of = of->getDefinition();
    if (of == nullptr || of->isDependentContext() || !seen_.insert(of).second) return;
    if (serialisation::is_standard(of) || x_.kind_of(of) != class_kind::none ||
        serialisation::is_of_mentat(of) || of->isAbstract() || of->hasAttr<clang::FinalAttr>() ||
        !can_be_copied(of))
      return;
    const clang::QualType type = x_.ast.getRecordType(of);
    const auto empty = empty_value(of, x_.type_name(type));
    if (empty && types_.travels_as_error(type))
      errors_.push_back({x_.type_name(type), usr_hash(of), *empty, nearest_base(of)});
  }

  std::string nearest_base(const record* of) {
    for (const clang::CXXBaseSpecifier& base : of->bases()) {
      const record* above = base.getType()->getAsCXXRecordDecl();
      if (above == nullptr || !above->hasDefinition()) continue;
      const std::string name = x_.type_name(x_.ast.getRecordType(above->getDefinition()));
      if (llvm::any_of(errors_, [&name](const own_error& one) { return one.type == name; }))
        return name;
      if (std::string found = nearest_base(above->getDefinition()); !found.empty()) return found;
    }
    return {};
  }

  static bool can_be_copied(const record* of) {
    if (of->defaultedCopyConstructorIsDeleted()) return false;
    return llvm::none_of(of->ctors(), [](const clang::CXXConstructorDecl* constructor) {
      return (constructor->isCopyConstructor() || constructor->isMoveConstructor()) &&
             !is_usable(constructor);
    });
  }
  static bool is_usable(const clang::CXXConstructorDecl* constructor) {
    return constructor->getAccess() == clang::AS_public && !constructor->isDeleted();
  }

  // Returns an expression that makes an empty object.
  std::optional<std::string> empty_value(const record* of, const std::string& name) {
    if (is_made_of_nothing(of)) return name + "()";
    const clang::CXXConstructorDecl* fewest = nullptr;
    for (const clang::CXXConstructorDecl* constructor : constructors_of(of))
      if (is_usable(constructor) && !constructor->isCopyOrMoveConstructor() &&
          !constructor->isVariadic() && arguments(constructor) &&
          (fewest == nullptr ||
           constructor->getMinRequiredArguments() < fewest->getMinRequiredArguments()))
        fewest = constructor;
    if (fewest == nullptr) return std::nullopt;
    return name + "(" + *arguments(fewest) + ")";
  }

  // Returns the constructors, with those that `using base::base;` inherits.
  static std::vector<const clang::CXXConstructorDecl*> constructors_of(const record* of) {
    std::vector<const clang::CXXConstructorDecl*> all(of->ctor_begin(), of->ctor_end());
    for (const clang::Decl* member : of->decls())
      if (const auto* used = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(member))
        if (const auto* inherited =
                llvm::dyn_cast<clang::CXXConstructorDecl>(used->getTargetDecl()))
          all.push_back(inherited);
    return all;
  }

  std::optional<std::string> arguments(const clang::CXXConstructorDecl* constructor) {
    std::string list;
    for (const clang::ParmVarDecl* parameter : constructor->parameters()) {
      if (parameter->hasDefaultArg()) break;
      const auto value = argument(parameter->getType());
      if (!value) return std::nullopt;
      list += (list.empty() ? "" : ", ") + *value;
    }
    return list;
  }

  std::optional<std::string> argument(clang::QualType type) {
    const clang::QualType value = type.getNonReferenceType();
    if (type->isLValueReferenceType() && !value.isConstQualified()) return std::nullopt;
    if (value->isPointerType())
      return value->getPointeeType().isConstQualified() && value->getPointeeType()->isCharType()
                 ? std::optional<std::string>("\"\"")
                 : std::nullopt;
    x_.complete(value);
    const record* of = value->getAsCXXRecordDecl();
    const bool is_possible = of == nullptr ? value->isArithmeticType() || value->isEnumeralType()
                                           : of->hasDefinition() && is_made_of_nothing(of);
    if (!is_possible) return std::nullopt;
    return "::std::type_identity_t<" + x_.type_name(value.getUnqualifiedType()) + ">()";
  }

  // Whether the type has a public constructor without arguments.
  static bool is_made_of_nothing(const record* of) {
    of = of->getDefinition();
    if (of == nullptr) return false;
    for (const clang::CXXConstructorDecl* constructor : of->ctors())
      if (constructor->isDefaultConstructor()) return is_usable(constructor);
    // For std::pair and the like, the default constructor is a template.
    if (!of->needsImplicitDefaultConstructor())
      return serialisation::is_standard(of) &&
             llvm::isa<clang::ClassTemplateSpecializationDecl>(of);
    return llvm::all_of(of->bases(),
                        [](const clang::CXXBaseSpecifier& base) {
                          const record* above = base.getType()->getAsCXXRecordDecl();
                          return above != nullptr && is_made_of_nothing(above);
                        }) &&
           llvm::all_of(of->fields(), [](const clang::FieldDecl* field) {
             const record* inside = field->getType()->getAsCXXRecordDecl();
             return field->hasInClassInitializer() ||
                    (inside == nullptr ? !field->getType()->isReferenceType()
                                       : is_made_of_nothing(inside));
           });
  }

  context& x_;
  serialisation& types_;
  std::set<const record*> seen_;
  std::vector<own_error> errors_;
};

}  // namespace mentat::mplc
