// Reads the public names of a Mentat class that are not member functions for calls. A Mentat
// variable offers these names too.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "mplc/facts/model.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// Reads the names of the class for text that has only the handle, such as a template.
inline void read_static_name(const clang::Decl* member, mentat_class& made) {
  // Members that a constant expression can name.
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member);
      variable != nullptr && !variable->getType()->isReferenceType() &&
      variable->getTSCSpec() == clang::TSCS_unspecified)
    made.static_members.push_back(variable->getNameAsString());
  if (const auto* values = llvm::dyn_cast<clang::EnumDecl>(member);
      values != nullptr && !values->isScoped())
    for (const clang::EnumConstantDecl* value : values->enumerators())
      made.enumerators.push_back(value->getNameAsString());
  const auto* used = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
  const auto* function =
      llvm::dyn_cast<clang::CXXMethodDecl>(used != nullptr ? used->getTemplatedDecl() : member);
  if (function == nullptr || !function->isStatic() || function->isOverloadedOperator()) return;
  const std::string name = function->getNameAsString();
  const bool is_remote =
      std::ranges::find(made.methods, name, &mentat_method::name) != made.methods.end();
  if (!is_remote && std::ranges::find(made.static_functions, name) == made.static_functions.end())
    made.static_functions.push_back(name);
}

inline void read_template_name(const context& x, const clang::Decl* member, mentat_class& made) {
  if (!llvm::isa<clang::TypeAliasTemplateDecl, clang::ClassTemplateDecl>(member)) return;
  const auto* of_types = llvm::cast<clang::TemplateDecl>(member);
  const std::string name = of_types->getNameAsString();
  const clang::TemplateParameterList& parameters = *of_types->getTemplateParameters();
  const std::string_view head =
      x.spelling({parameters.getTemplateLoc(), parameters.getRAngleLoc()});
  const bool has_names = llvm::all_of(
      parameters, [](const clang::NamedDecl* one) { return one->getIdentifier() != nullptr; });
  if (head.empty() || !has_names || parameters.getRequiresClause() != nullptr ||
      std::ranges::find(made.public_templates, name, &member_template::name) !=
          made.public_templates.end())
    return;
  std::string arguments;
  for (const clang::NamedDecl* one : parameters)
    arguments += (arguments.empty() ? "" : ", ") + one->getNameAsString() +
                 (one->isParameterPack() ? "..." : "");
  made.public_templates.push_back({std::string(head), name, std::move(arguments)});
}

inline void read_names(const context& x, const clang::CXXRecordDecl* definition,
                       mentat_class& made) {
  for (const clang::Decl* member : definition->decls()) {
    if (member->isImplicit() || member->getAccess() != clang::AS_public) continue;
    if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(member);
        type != nullptr && type->getIdentifier() != nullptr)
      if (std::ranges::find(made.public_types, type->getNameAsString()) == made.public_types.end())
        made.public_types.push_back(type->getNameAsString());
    read_template_name(x, member, made);
    read_static_name(member, made);
    if (const auto* used = llvm::dyn_cast<clang::UsingDecl>(member))
      for (const auto* shadow : used->shadows())
        if (x.is_remote(llvm::dyn_cast<clang::CXXMethodDecl>(shadow->getTargetDecl()))) {
          made.inherited_names.push_back(used->getNameAsString());
          break;
        }
  }
}

}  // namespace mentat::mplc
