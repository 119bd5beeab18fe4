#include "mplc/classes/renames.h"

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "mplc/text/emitted_names.h"

namespace mentat::mplc {
namespace {

// Whether a class template casts to one of its parameters, as `static_cast<Derived*>(this)`.
class derived_casts final : public ast_walk {
 public:
  static bool in(const clang::ClassTemplateDecl* made_from, unsigned parameter) {
    derived_casts search(parameter);
    const clang::CXXRecordDecl* text = made_from->getTemplatedDecl();
    if (text->getDefinition() != nullptr) text = text->getDefinition();
    search.TraverseDecl(const_cast<clang::CXXRecordDecl*>(text));
    return search.found_;
  }

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) override {
    clang::QualType to = cast->getTypeAsWritten().getNonReferenceType();
    if (to->isPointerType()) to = to->getPointeeType();
    const auto* named = to->getAs<clang::TemplateTypeParmType>();
    found_ = found_ || (named != nullptr && named->getDepth() == 0 &&
                        named->getIndex() == parameter_ && cast->getTypeAsWritten() != to);
    return !found_;
  }

 private:
  explicit derived_casts(unsigned parameter) : parameter_(parameter) {}

  unsigned parameter_;
  bool found_ = false;
};

}  // namespace

bool renames::TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc qualifier) {
  if (qualifier && qualifier.getNestedNameSpecifier()->getAsType() != nullptr)
    rename(qualifier.getTypeLoc(), qualifier.getBeginLoc());
  return parent::TraverseNestedNameSpecifierLoc(qualifier);
}

bool renames::TraverseDeclarationNameInfo(clang::DeclarationNameInfo name) {
  switch (name.getName().getNameKind()) {
    case clang::DeclarationName::CXXConstructorName:
    case clang::DeclarationName::CXXDestructorName:
      return true;
    default:
      return parent::TraverseDeclarationNameInfo(name);
  }
}

bool renames::TraverseConstructorInitializer(clang::CXXCtorInitializer* initializer) {
  if (initializer->isWritten() && initializer->getTypeSourceInfo() != nullptr)
    rename(initializer->getTypeSourceInfo()->getTypeLoc(), {});
  return parent::TraverseConstructorInitializer(initializer);
}

bool renames::VisitCXXRecordDecl(clang::CXXRecordDecl* record) {
  if (!record->isThisDeclarationADefinition() || x_.kind_of(record) == class_kind::none)
    return true;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    rename(base.getTypeSourceInfo()->getTypeLoc(), {});
    rename_derived(base.getTypeSourceInfo()->getTypeLoc(), record);
  }
  return true;
}

bool renames::VisitClassTemplateSpecializationDecl(clang::ClassTemplateSpecializationDecl* record) {
  const auto kind = record->getSpecializationKind();
  const bool instantiation = kind == clang::TSK_ExplicitInstantiationDeclaration ||
                             kind == clang::TSK_ExplicitInstantiationDefinition;
  if (instantiation && x_.kind_of(record) != class_kind::none) append_impl(record->getLocation());
  return true;
}

bool renames::VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) {
  if (!constructor->isImplicit() && x_.kind_of(constructor->getParent()) != class_kind::none)
    append_impl(constructor->getLocation());
  return true;
}

bool renames::VisitCXXDestructorDecl(clang::CXXDestructorDecl* destructor) {
  if (destructor->isImplicit() || x_.kind_of(destructor->getParent()) == class_kind::none)
    return true;
  if (const auto* named = destructor->getNameInfo().getNamedTypeInfo())
    append_impl(named->getTypeLoc().getBeginLoc());
  return true;
}

bool renames::VisitFriendDecl(clang::FriendDecl* declaration) {
  if (const auto* type = declaration->getFriendType()) {
    rename(type->getTypeLoc(), {});
    friends_.insert(type->getTypeLoc().getBeginLoc());
  } else if (const auto* named =
                 llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(declaration->getFriendDecl())) {
    if (x_.kind_of(named->getTemplatedDecl()) != class_kind::none)
      append_impl(named->getLocation());
  }
  return true;
}

bool renames::VisitUsingDecl(clang::UsingDecl* declaration) {
  if (declaration->getDeclName().getNameKind() == clang::DeclarationName::CXXConstructorName) {
    const auto* base = declaration->getDeclName().getCXXNameType()->getAsCXXRecordDecl();
    if (x_.kind_of(base) != class_kind::none) append_impl(declaration->getLocation());
  }
  return true;
}

bool renames::VisitElaboratedTypeLoc(clang::ElaboratedTypeLoc type) {
  const clang::SourceLocation keyword = type.getElaboratedKeywordLoc();
  const auto* record = type.getType()->getAsCXXRecordDecl();
  if (keyword.isInvalid() || friends_.contains(type.getBeginLoc()) ||
      x_.kind_of(record) == class_kind::none)
    return true;
  if (type.getTypePtr()->getOwnedTagDecl() != nullptr ||
      type.getTypePtr()->getKeyword() == clang::ElaboratedTypeKeyword::Typename)
    return true;
  if (const auto begin = x_.offset(keyword))
    x_.changes.replace(*begin, *x_.end_offset(keyword), "");
  return true;
}

bool renames::VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc type) {
  const clang::CXXRecordDecl* record = type.getDecl();
  if (x_.kind_of(record) == class_kind::none || renamed_.contains(type.getNameLoc())) return true;
  const std::string name = x_.impl_name(record);
  if (const auto end = x_.end_offset(type.getNameLoc()))
    x_.changes.insert_after(*end, name.substr(name.find('<')));
  return true;
}

bool renames::VisitMemberExpr(clang::MemberExpr* member) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
  if (method != nullptr && member->hasQualifier() && method->isVirtual() && x_.is_remote(method))
    if (const auto end = x_.end_offset(member->getMemberLoc()))
      x_.changes.insert_after(*end, local_name(""));
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl());
  const bool is_static = variable != nullptr || (method != nullptr && method->isStatic()) ||
                         llvm::isa<clang::EnumConstantDecl>(member->getMemberDecl());
  if (is_static) name_by_class(member);
  return true;
}

bool renames::VisitFunctionDecl(clang::FunctionDecl* function) {
  if (x_.is_whole_program(function)) rename_main(function);
  return true;
}

void renames::append_impl(clang::SourceLocation name) {
  if (!renamed_.insert(name).second) return;
  if (const auto end = x_.end_offset(name)) x_.changes.insert_after(*end, std::string(impl_suffix));
}

void renames::rename(clang::TypeLoc type, clang::SourceLocation begin) {
  type = type.getUnqualifiedLoc();
  // The names that the handle has are enough (emit_class.cc).
  if (type.getAs<clang::DecltypeTypeLoc>()) return;
  if (begin.isInvalid()) begin = type.getBeginLoc();
  if (const auto elaborated = type.getAs<clang::ElaboratedTypeLoc>())
    type = elaborated.getNamedTypeLoc();
  if (const auto special = type.getAs<clang::TemplateSpecializationTypeLoc>()) {
    const auto* made_from = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
        special.getTypePtr()->getTemplateName().getAsTemplateDecl());
    if (made_from != nullptr && x_.kind_of(made_from->getTemplatedDecl()) != class_kind::none)
      append_impl(special.getTemplateNameLoc());
    return;
  }
  const clang::CXXRecordDecl* record = nullptr;
  if (const auto injected = type.getAs<clang::InjectedClassNameTypeLoc>())
    record = injected.getDecl();
  else if (!type.isNull())
    record = type.getType()->getAsCXXRecordDecl();
  if (x_.kind_of(record) == class_kind::none) return;
  const clang::SourceLocation name = type.getBeginLoc();
  if (!type.getAs<clang::TypedefTypeLoc>() && !type.getAs<clang::UsingTypeLoc>())
    return append_impl(name);
  // An alias of the user's names the handle.
  const auto from = x_.offset(begin);
  const auto to = x_.end_offset(name);
  if (renamed_.insert(name).second && from && to)
    x_.changes.replace(*from, *to, x_.impl_name(record));
}

void renames::rename_derived(clang::TypeLoc base, const clang::CXXRecordDecl* derived) {
  if (const auto elaborated = base.getAs<clang::ElaboratedTypeLoc>())
    base = elaborated.getNamedTypeLoc();
  const auto special = base.getAs<clang::TemplateSpecializationTypeLoc>();
  if (special.isNull()) return;
  const auto* made_from = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
      special.getTypePtr()->getTemplateName().getAsTemplateDecl());
  if (made_from == nullptr || made_from->isInStdNamespace()) return;
  for (unsigned i = 0; i < special.getNumArgs(); ++i) {
    const clang::TemplateArgumentLoc argument = special.getArgLoc(i);
    if (argument.getArgument().getKind() != clang::TemplateArgument::Type) continue;
    const auto* named = argument.getArgument().getAsType()->getAsCXXRecordDecl();
    if (named != nullptr && named->getCanonicalDecl() == derived->getCanonicalDecl() &&
        derived_casts::in(made_from, i))
      rename(argument.getTypeSourceInfo()->getTypeLoc(), {});
  }
}

void renames::name_by_class(const clang::MemberExpr* member) {
  const auto* record =
      llvm::dyn_cast<clang::CXXRecordDecl>(member->getMemberDecl()->getDeclContext());
  if (llvm::isa<clang::EnumConstantDecl>(member->getMemberDecl()))
    record = llvm::dyn_cast<clang::CXXRecordDecl>(
        member->getMemberDecl()->getDeclContext()->getParent());
  const clang::Expr* object = member->getBase()->IgnoreParenImpCasts();
  if (x_.kind_of(record) == class_kind::none || llvm::isa<clang::CXXThisExpr>(object)) return;
  const auto begin = x_.offset(member->getBeginLoc());
  const auto end = x_.offset(member->getMemberLoc());
  if (!llvm::isa<clang::DeclRefExpr>(object) || !begin || !end)
    return x_.error("E0306", member->getMemberLoc(),
                    "static member '" + member->getMemberDecl()->getNameAsString() +
                        "' is not reached through a Mentat variable; write '" +
                        record->getNameAsString() +
                        "::" + member->getMemberDecl()->getNameAsString() + "'");
  x_.changes.replace(*begin, *end, x_.impl_name(record) + "::");
}

void renames::rename_main(const clang::FunctionDecl* function) {
  const auto name = x_.offset(function->getLocation());
  const auto type = function->getFunctionTypeLoc();
  if (!name || !type) return;
  if (function->getNumParams() > 2)
    return x_.error("E0313", function->getParamDecl(2)->getLocation(),
                    "'main' of a Mentat program takes (int, char**) or nothing; use the "
                    "environment through getenv");
  x_.changes.replace(*name, *name + 4, std::string(main_name));
  if (function->getNumParams() == 0) {
    const auto open = x_.end_offset(type.getLParenLoc());
    const auto close = x_.offset(type.getRParenLoc());
    if (open && close) x_.changes.replace(*open, *close, "int, char**");
  }
  if (!function->doesThisDeclarationHaveABody()) return;
  const bool throws_nothing = function->getType()->castAs<clang::FunctionProtoType>()->isNothrow();
  main_declaration_ = "int " + std::string(main_name) + "(int, char**)" +
                      (throws_nothing ? " noexcept" : "") + ";\n";
  return_from(function->getBody());
}

void renames::return_from(const clang::Stmt* body) {
  if (const auto* whole = llvm::dyn_cast<clang::CXXTryStmt>(body)) {
    return_from(whole->getTryBlock());
    for (unsigned i = 0; i < whole->getNumHandlers(); ++i)
      return_from(whole->getHandler(i)->getHandlerBlock());
  } else if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body);
             block && !block->body_empty() && llvm::isa<clang::ReturnStmt>(block->body_back())) {
    return;
  } else if (const auto end = x_.offset(body->getEndLoc())) {
    x_.changes.insert_before(*end, "return 0; ");
  }
}
}  // namespace mentat::mplc
