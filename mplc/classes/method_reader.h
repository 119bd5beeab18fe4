// Reads one remote member function from the syntax tree into plain data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clang/AST/DeclTemplate.h"
#include "mplc/classes/comment_reader.h"
#include "mplc/classes/head_reader.h"
#include "mplc/classes/plain_constructors.h"
#include "mplc/classes/signature_checks.h"
#include "mplc/facts/model.h"
#include "mplc/tree/context.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {

class method_reader {
 public:
  method_reader(context& x, serialisation& types) : x_(x), heads_(x), checks_(x, types) {}

  // A function of a class that another file defines, as a server section needs it.
  mentat_method identify(const clang::CXXMethodDecl* method) {
    mentat_method made;
    made.name = method->getNameAsString();
    made.stem = x_.stem(method);
    made.number = number(method);
    made.defined_at = place_of_definition(method);
    made.returns_void = method->getReturnType()->isVoidType();
    made.answers = answers(method);
    made.returns_reference =
        method->getReturnType()->isReferenceType() || method->getReturnType().isConstQualified();
    made.qualifiers = context::qualifiers(method);
    made.is_rvalue = method->getRefQualifier() == clang::RQ_RValue;
    made.has_twin = has_twin(method, method->getParent());
    made.is_constrained = method->getTrailingRequiresClause() != nullptr;
    read_override(method, made);
    made.is_first = x_.root(method)->getCanonicalDecl() == method->getCanonicalDecl();
    made.is_virtual = method->isVirtual();
    made.is_pure = method->isPureVirtual();
    made.is_read = x_.is_read(method);
    made.parameters.resize(method->getNumParams());
    return made;
  }

  mentat_method read(const clang::CXXMethodDecl* method, bool class_is_here) {
    mentat_method made = identify(method);
    if (class_is_here) {
      made.comment = comment_of(x_, method);
      checks_.check(method);
      made.in_class = heads_.read(method);
      made.constraint = heads_.read_constraint(method);
      made.late = is_late(method);
      if (!made.in_class)
        x_.error("E0202", method->getLocation(),
                 "member function '" + made.name + "' cannot be declared by a macro; write it out");
      for (unsigned i = 0; i < method->getNumParams(); ++i)
        made.parameters[i] = heads_.read_parameter(method->getParamDecl(i));
    }
    const clang::FunctionDecl* definition = nullptr;
    made.has_body_here = method->hasBody(definition) && x_.in_main_file(definition->getLocation());
    if (made.has_body_here)
      if (const clang::CallExpr* guard = x_.guard_of(definition))
        made.guard = heads_.read_guard(guard, definition);
    for (const auto* declaration : method->redecls()) {
      const auto* other = llvm::cast<clang::CXXMethodDecl>(declaration);
      if (other == method || !x_.in_main_file(other->getLocation())) continue;
      if (auto head = heads_.read(other)) made.out_of_line.push_back(std::move(*head));
    }
    return made;
  }

  // Returns the constructors that create() can choose from. Returns none if text cannot name all of
  // them.
  std::vector<mentat_constructor> read_constructors(const clang::CXXRecordDecl* definition,
                                                    bool class_is_here) {
    std::vector<mentat_constructor> made;
    if (definition->isAbstract() || has_other_constructors(definition)) return made;
    for (const clang::CXXConstructorDecl* constructor : definition->ctors()) {
      if (!is_chosen_by_create(constructor)) continue;
      made.push_back({constructor->getAccess() == clang::AS_public && !constructor->isDeleted() &&
                          checks_.travels(constructor),
                      is_late(constructor),
                      std::vector<mentat_parameter>(constructor->getNumParams()),
                      plain_constructors(x_).is_plain(constructor)});
      if (!class_is_here) continue;
      for (unsigned i = 0; i < constructor->getNumParams(); ++i)
        made.back().parameters[i] = heads_.read_parameter(constructor->getParamDecl(i));
    }
    if (std::ranges::none_of(made, &mentat_constructor::travels)) made.clear();
    return made;
  }

  // Whether create() can choose the constructor: it has parameters and is not a copy or move
  // constructor.
  bool is_chosen_by_create(const clang::CXXConstructorDecl* constructor) const {
    return !constructor->isImplicit() && !constructor->isCopyOrMoveConstructor() &&
           constructor->getNumParams() != 0 && !x_.is_injected(constructor);
  }

  std::uint32_t number(const clang::CXXMethodDecl* method) const {
    return fnv1a_32(usr(x_.root(method)));
  }

  // Reports constructors that keep objects of a replicated or durable class from being made in
  // other processes [E0904, E1016].
  void check_constructors_that_travel(const clang::CXXRecordDecl* definition) {
    if (definition->isAbstract()) return;
    const std::string name = "'" + definition->getNameAsString() + "'";
    const bool durable = x_.kind_of(definition) == class_kind::durable;
    const auto report = [&](clang::SourceLocation at, const std::string& why) {
      if (durable)
        return x_.error("E1016", at,
                        why + "; an object of durable class " + name +
                            " is constructed again in another process, from copies of the "
                            "arguments, before it gets its data back");
      x_.error("E0904", at,
               why + "; objects of replicated class " + name +
                   " may be constructed in several processes, from copies of the arguments");
    };
    if (has_other_constructors(definition))
      return report(definition->getLocation(),
                    "the constructors of " + name +
                        " are not all plain ones: no template, no 'using', no '...', no "
                        "constraint and no macro can make one");
    bool declares = false, can_be_made = false;
    for (const clang::CXXConstructorDecl* constructor : definition->ctors()) {
      if (constructor->isImplicit() || constructor->isCopyOrMoveConstructor() ||
          x_.is_injected(constructor))
        continue;
      declares = true;
      if (constructor->getAccess() != clang::AS_public || constructor->isDeleted()) continue;
      const std::string why = checks_.why_it_stays(constructor);
      if (!why.empty()) report(constructor->getLocation(), why);
      can_be_made = true;
    }
    if (declares && !can_be_made)
      report(definition->getLocation(), name + " has no public constructor");
  }

 private:
  source_line place_of_definition(const clang::CXXMethodDecl* method) const {
    const clang::FunctionDecl* definition = method;
    static_cast<void>(method->hasBody(definition));
    const clang::SourceLocation at = (definition ? definition : method)->getLocation();
    position place = x_.place(at);
    if (place.file.starts_with("./")) place.file.erase(0, 2);
    return {x_.in_main_file(at) ? "" : std::move(place.file), place.line};
  }

  // Whether the function's text, if it is in this file, has an rtf or returns a value. Only then
  // the sink is used.
  [[nodiscard]] bool answers(const clang::CXXMethodDecl* method) const {
    const clang::FunctionDecl* definition = nullptr;
    if (!method->hasBody(definition)) return true;
    std::vector<const clang::Stmt*> left{definition->getBody()};
    while (!left.empty()) {
      const clang::Stmt* const one = left.back();
      left.pop_back();
      if (one == nullptr) continue;
      const auto* leave = llvm::dyn_cast<clang::ReturnStmt>(one);
      if ((leave != nullptr && leave->getRetValue() != nullptr) ||
          x_.is_rtf(llvm::dyn_cast<clang::Expr>(one)))
        return true;
      left.insert(left.end(), one->child_begin(), one->child_end());
    }
    return false;
  }

  // Whether `f() const` stands beside `f()`, or `f() &&` beside `f() &`.
  bool has_twin(const clang::CXXMethodDecl* method, const clang::CXXRecordDecl* in) const {
    if (in == nullptr || !in->hasDefinition()) return false;
    in = in->getDefinition();
    for (const clang::NamedDecl* found : in->lookup(method->getDeclName())) {
      const auto* other = llvm::dyn_cast<clang::CXXMethodDecl>(found);
      if (other == nullptr || !x_.is_remote(other) ||
          context::qualifiers(other) == context::qualifiers(method) ||
          other->getNumParams() != method->getNumParams())
        continue;
      if (llvm::equal(method->parameters(), other->parameters(), [&](auto* one, auto* two) {
            return x_.ast.hasSameUnqualifiedType(one->getType(), two->getType());
          }))
        return true;
    }
    return llvm::any_of(in->bases(), [&](const clang::CXXBaseSpecifier& base) {
      return has_twin(method, base.getType()->getAsCXXRecordDecl());
    });
  }

  void read_override(const clang::CXXMethodDecl* method, mentat_method& made) const {
    if (x_.plain_overridden(method) == nullptr) return;
    made.overrides_plain = method->hasAttr<clang::FinalAttr>() ? " final" : " override";
    const auto* type = method->getType()->castAs<clang::FunctionProtoType>();
    made.throws_nothing = clang::isNoexceptExceptionSpec(type->getExceptionSpecType()) &&
                          type->canThrow() == clang::CT_Cannot;
  }

  // Whether the class has constructors that no declaration of the stub can stand for: templates,
  // inherited ones, `...`, constructors that differ only by a constraint, and constructors whose
  // text a macro makes.
  bool has_other_constructors(const clang::CXXRecordDecl* definition) const {
    return llvm::any_of(definition->decls(), [&](const clang::Decl* member) {
      if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(member))
        return llvm::isa<clang::CXXConstructorDecl>(made->getTemplatedDecl()) &&
               !x_.is_injected(made);
      if (const auto* used = llvm::dyn_cast<clang::UsingDecl>(member))
        return used->getDeclName().getNameKind() == clang::DeclarationName::CXXConstructorName;
      if (const auto* used = llvm::dyn_cast<clang::UnresolvedUsingValueDecl>(member))
        return used->getDeclName().getNameKind() == clang::DeclarationName::CXXConstructorName;
      const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(member);
      return constructor != nullptr &&
             (constructor->isVariadic() || constructor->getTrailingRequiresClause() != nullptr ||
              constructor->getLocation().isMacroID() ||
              llvm::any_of(constructor->parameters(), [](const clang::ParmVarDecl* parameter) {
                return parameter->getLocation().isMacroID();
              }));
    });
  }

  // Whether a function cannot be defined inside its class, because a type that it needs is
  // incomplete there.
  bool is_late(const clang::CXXMethodDecl* method) const {
    const clang::CXXRecordDecl* owner = method->getParent()->getDefinition();
    if (names_late_type(method->getReturnType(), owner)) return true;
    return llvm::any_of(method->parameters(), [&](const clang::ParmVarDecl* parameter) {
      return names_late_type(parameter->getType(), owner);
    });
  }

  bool names_late_type(clang::QualType type, const clang::CXXRecordDecl* owner) const {
    const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (record == nullptr || type->isDependentType() || owner->isDependentContext()) return false;
    if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
      for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
        if (argument.getKind() == clang::TemplateArgument::Type &&
            names_late_type(argument.getAsType(), owner))
          return true;
      record = special->getSpecializedTemplate()->getTemplatedDecl();
    }
    const clang::CXXRecordDecl* definition = record->getDefinition();
    if (definition == nullptr) return true;
    return x_.sources.isBeforeInTranslationUnit(owner->getBraceRange().getEnd(),
                                                definition->getBraceRange().getBegin());
  }

  context& x_;
  head_reader heads_;
  signature_checks checks_;
};

}  // namespace mentat::mplc
