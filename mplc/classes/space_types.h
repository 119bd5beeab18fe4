// The types of the fields of tuples and patterns.
#pragma once

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace mentat::mplc {

// The class of a type of the namespace mentat with that name; else null.
inline const clang::ClassTemplateSpecializationDecl* of_mentat(clang::QualType type,
                                                               llvm::StringRef name) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return made != nullptr && made->getQualifiedNameAsString() == "mentat::" + name.str() ? made
                                                                                        : nullptr;
}

inline bool is_std(const clang::CXXRecordDecl* record, llvm::StringRef name) {
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName() == name;
}

// Texts of all kinds are stored as std::string.
inline bool is_text(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::QualType element =
      type->isArrayType() ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0)
                          : (type->isPointerType() ? type->getPointeeType() : clang::QualType());
  if (!element.isNull()) return element->isCharType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return is_std(record, "basic_string") || is_std(record, "basic_string_view");
}

// The type of a value that may be delayed.
inline clang::QualType value_of_delayed(clang::QualType type) {
  const auto* later = of_mentat(type, "result");
  return later != nullptr ? later->getTemplateArgs()[0].getAsType() : type;
}

// The characters of a mentat::name.
inline std::string characters_of(const clang::ClassTemplateSpecializationDecl* name) {
  const clang::TemplateArgument& argument = name->getTemplateArgs()[0];
  if (argument.getKind() != clang::TemplateArgument::Declaration) return {};
  const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl());
  if (object == nullptr || !object->getValue().isStruct()) return {};
  const clang::APValue& array = object->getValue().getStructField(0);
  std::string characters;
  for (unsigned k = 0; k < array.getArraySize(); ++k) {
    const clang::APValue& one = k < array.getArrayInitializedElts()
                                    ? array.getArrayInitializedElt(k)
                                    : array.getArrayFiller();
    const auto code = static_cast<char>(one.getInt().getExtValue());
    if (code == 0) break;
    characters += code;
  }
  return characters;
}

// As the run-time system names it (rts/api/space_fields.h): numbers are known by width and sign.
inline std::string field_text(const clang::ASTContext& ast, clang::QualType type) {
  if (const auto* name = of_mentat(type, "name")) return '"' + characters_of(name) + '"';
  if (const auto* formal = of_mentat(type, "formal_field"))
    type = formal->getTemplateArgs()[0].getAsType();
  type = value_of_delayed(type).getCanonicalType().getUnqualifiedType();
  if (is_text(type)) return "std::string";
  if (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) {
    const auto bits = ast.getTypeSize(type);
    return std::string(type->isUnsignedIntegerType() ? "unsigned " : "") + (bits == 8    ? "char"
                                                                            : bits == 16 ? "short"
                                                                            : bits == 32 ? "int"
                                                                                         : "long");
  }
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  return type.getAsString(policy);
}

}  // namespace mentat::mplc
