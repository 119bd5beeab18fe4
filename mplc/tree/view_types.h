// Types that are views: std::span and std::string_view. A member function may take one; its call
// owns the elements (docs/language.md, "Large values").
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace mentat::mplc {

// The class template of the standard library, such as "span", that a type is made from, also in a
// template; else null.
inline const clang::ClassTemplateDecl* standard_template(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::ClassTemplateDecl* of = nullptr;
  if (const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          type->getAsCXXRecordDecl()))
    of = made->getSpecializedTemplate();
  else if (const auto* written = type->getAs<clang::TemplateSpecializationType>())
    of = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
        written->getTemplateName().getAsTemplateDecl());
  return of != nullptr && of->getTemplatedDecl()->isInStdNamespace() ? of : nullptr;
}

inline bool is_standard_template(clang::QualType type, llvm::StringRef name) {
  const clang::ClassTemplateDecl* of = standard_template(type);
  return of != nullptr && of->getName() == name;
}

inline bool is_view(clang::QualType type) {
  return is_standard_template(type, "span") || is_standard_template(type, "basic_string_view");
}

// The type argument of a class template; null if it depends on a template parameter.
inline clang::QualType first_argument(clang::QualType type) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (made == nullptr || made->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return {};
  return made->getTemplateArgs()[0].getAsType();
}

// Whether a span has a length of its own, which is no part of its type.
inline bool has_dynamic_extent(clang::QualType span) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      span.getNonReferenceType()->getAsCXXRecordDecl());
  return made == nullptr || made->getTemplateArgs().size() < 2 ||
         made->getTemplateArgs()[1].getKind() != clang::TemplateArgument::Integral ||
         made->getTemplateArgs()[1].getAsIntegral().isAllOnes();
}

inline bool is_mentat_buffer(clang::QualType type) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (made == nullptr || made->getName() != "buffer") return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(made->getDeclContext());
  return space != nullptr && space->getName() == "mentat";
}

inline bool owns_elements(clang::QualType type) {
  for (const char* name : {"vector", "array", "basic_string"})
    if (is_standard_template(type, name)) return true;
  return is_mentat_buffer(type);
}

// Whether C++ converts the first type to the second, a view, with the same elements.
inline bool converts_to_view(clang::QualType from, clang::QualType to) {
  return is_view(to) && owns_elements(from);
}

// Whether the value of an expression is a view of a temporary, whose elements end with it.
inline bool is_view_of_temporary(const clang::Expr* value) {
  for (;;) {
    const clang::Expr* inner = value->IgnoreParens()->IgnoreImplicit();
    if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(inner))
      inner = cast->getSubExpr();
    else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
             made != nullptr && made->getNumArgs() == 1 && is_view(made->getType()))
      inner = made->getArg(0);
    else if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(inner);
             call != nullptr &&
             llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl()))
      inner = call->getImplicitObjectArgument();
    if (inner == value) break;
    value = inner;
  }
  return value->isPRValue() && owns_elements(value->getType());
}

}  // namespace mentat::mplc
