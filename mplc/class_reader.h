// Reads one Mentat class from the syntax tree into plain data, and checks what its declarations say.
//
// Private to model.cc: it needs Clang's syntax tree, whose headers cost half a minute for each source that includes them.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "mplc/context.h"
#include "mplc/hashes.h"
#include "mplc/model.h"
#include "mplc/serialisation.h"
#include "mplc/usr.h"

namespace mentat::mplc {

// Where a Mentat class may be defined: at namespace scope or as a public part of another class [E0201].
inline bool check_place(context& x, const clang::CXXRecordDecl* definition, bool is_header) {
  const auto fail = [&](const std::string& why) {
    x.error("E0201", definition->getLocation(), "Mentat class '" + definition->getNameAsString() + "' " + why);
    return false;
  };
  if (definition->getParentFunctionOrMethod() != nullptr)
    return fail("cannot be local to a function; define it at namespace or class scope");
  if (is_header && definition->isInAnonymousNamespace())
    return fail("of a header cannot be in an unnamed namespace; each file would have its own");
  for (const clang::DeclContext* scope = definition->getDeclContext(); scope != nullptr; scope = scope->getParent())
    if (scope->isDependentContext()) return fail("cannot be nested in a class template; define it outside");
  for (const clang::CXXRecordDecl* inner = definition; inner != nullptr;
       inner = llvm::dyn_cast<clang::CXXRecordDecl>(inner->getDeclContext()))
    if (inner->getAccess() == clang::AS_private || inner->getAccess() == clang::AS_protected)
      return fail("cannot be a private part of another class; make it public");
  return true;
}

class class_reader {
 public:
  class_reader(context& x, serialisation& types, bool is_header) : x_(x), types_(types), is_header_(is_header) {}

  // A class that the main file defines, or whose members it defines.
  mentat_class read(const clang::CXXRecordDecl* record) {
    mentat_class made = identify(record);
    const auto* definition = record->getDefinition();
    for (const clang::TagDecl* declaration : record->redecls())
      read_declaration(llvm::cast<clang::CXXRecordDecl>(declaration), made);
    if (definition == nullptr) return made;
    const bool here = x_.in_main_file(definition->getLocation());
    if (here && !read_definition(definition, made)) return made;
    for (const clang::CXXMethodDecl* method : definition->methods())
      if (x_.is_remote(method)) made.methods.push_back(read_method(method, here));
    if (here) {
      read_names(definition, made);
      check_numbers(definition);
    }
    return made;
  }

  // A base that another file defines: what a server section needs of it.
  mentat_class identify(const clang::CXXRecordDecl* record) {
    mentat_class made;
    made.name = record->getNameAsString();
    made.qualified = x_.impl_name(record);
    made.title = title(record);
    made.key = record->isStruct() ? "struct" : "class";
    made.kind = x_.kind_of(record);
    made.identity = usr_hash(record);
    made.shape = shape(record);
    made.template_arguments = x_.arguments_of(record);
    if (const auto* definition = record->getDefinition()) {
      made.interface_hash = interface_hash(definition);
      read_base(definition, made);
    }
    return made;
  }

  mentat_method identify(const clang::CXXMethodDecl* method) {
    mentat_method made;
    made.name = method->getNameAsString();
    made.stem = x_.stem(method);
    made.number = number(method);
    made.returns_void = method->getReturnType()->isVoidType();
    made.returns_reference = method->getReturnType()->isReferenceType() || method->getReturnType().isConstQualified();
    made.is_const = method->isConst();
    made.is_virtual = method->isVirtual();
    made.is_pure = method->isPureVirtual();
    made.parameters.resize(method->getNumParams());
    return made;
  }

 private:
  // --- names and numbers ---------------------------------------------------------------------------------------------------------
  static class_shape shape(const clang::CXXRecordDecl* record) {
    if (llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record)) return class_shape::partial_specialisation;
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) return class_shape::full_specialisation;
    return record->getDescribedClassTemplate() != nullptr ? class_shape::templated : class_shape::plain;
  }

  static std::string title(const clang::DeclContext* scope) {
    std::string outer = scope->getParent() == nullptr ? "" : title(scope->getParent());
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (named == nullptr || (space != nullptr && (space->isAnonymousNamespace() || space->isInline()))) return outer;
    return outer + (outer.empty() ? "" : "::") + named->getNameAsString();
  }

  std::uint32_t number(const clang::CXXMethodDecl* method) const { return fnv1a_32(usr(x_.root(method))); }

  std::uint64_t interface_hash(const clang::CXXRecordDecl* definition) const {
    std::vector<std::string> functions;
    for (const clang::CXXMethodDecl* method : definition->methods())
      if (x_.is_remote(method))
        functions.push_back(usr(method) + "=" + method->getReturnType().getCanonicalType().getAsString());
    std::ranges::sort(functions);
    std::string all = usr(definition) + (x_.kind_of(definition) == class_kind::persistent ? "!" : "?");
    for (const std::string& function : functions) all += ";" + function;
    for (const clang::CXXBaseSpecifier& base : definition->bases())
      if (const auto* above = base.getType()->getAsCXXRecordDecl(); x_.kind_of(above) != class_kind::none && above->hasDefinition())
        all += ":" + std::to_string(interface_hash(above->getDefinition()));
    return fnv1a_64(all);
  }

  // --- text ----------------------------------------------------------------------------------------------------------------------
  // Where a token stands in the main file; a macro counts as a whole.
  std::optional<text_offset> begin_of(clang::SourceLocation at) const {
    if (const auto exact = x_.offset(at)) return exact;
    return x_.offset(x_.sources.getExpansionLoc(at));
  }
  std::optional<text_offset> end_of(clang::SourceLocation at) const {
    if (const auto exact = x_.end_offset(at)) return exact;
    return x_.end_offset(x_.sources.getExpansionRange(at).getEnd());
  }
  static copied_text copy(std::optional<text_offset> begin, std::optional<text_offset> end) {
    if (!begin || !end || *end < *begin) return {};
    return {text_range{*begin, *end}, ""};
  }
  std::string_view text() const { return x_.original(); }

  // --- declarations of the class ---------------------------------------------------------------------------------------------------
  std::optional<class_declaration> read_head(const clang::CXXRecordDecl* declaration) {
    class_declaration made;
    const auto key = x_.offset(declaration->getInnerLocStart());
    const auto name = x_.offset(declaration->getLocation());
    const auto name_end = x_.end_offset(declaration->getLocation());
    if (!key || !name || !name_end) return std::nullopt;
    made.class_key = *key;
    made.name = {*name, *name_end};
    made.words = x_.mark_words(*key);
    read_template_head(declaration, made);
    made.introduces_alias = introduces_alias(declaration);
    return made;
  }

  void read_template_head(const clang::CXXRecordDecl* declaration, class_declaration& made) const {
    const clang::TemplateParameterList* parameters = nullptr;
    if (const auto* described = declaration->getDescribedClassTemplate()) parameters = described->getTemplateParameters();
    if (const auto* partial = llvm::dyn_cast<clang::ClassTemplatePartialSpecializationDecl>(declaration))
      parameters = partial->getTemplateParameters();
    if (parameters == nullptr) return;
    const auto begin = x_.offset(parameters->getTemplateLoc());
    if (!begin) return;
    made.template_head = text_range{*begin, made.words ? made.words->begin : made.class_key};
    for (const clang::NamedDecl* parameter : *parameters)
      if (const auto value = default_range(parameter)) made.default_arguments.push_back(*value);
  }

  std::optional<text_range> default_range(const clang::NamedDecl* parameter) const {
    clang::SourceRange range;
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter)) {
      if (!type->hasDefaultArgument() || type->defaultArgumentWasInherited()) return std::nullopt;
      range = type->getDefaultArgument().getSourceRange();
    } else if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter)) {
      if (!value->hasDefaultArgument() || value->defaultArgumentWasInherited()) return std::nullopt;
      range = value->getDefaultArgument().getSourceRange();
    } else if (const auto* nested = llvm::dyn_cast<clang::TemplateTemplateParmDecl>(parameter)) {
      if (!nested->hasDefaultArgument() || nested->defaultArgumentWasInherited()) return std::nullopt;
      range = nested->getDefaultArgument().getSourceRange();
    }
    const auto begin = begin_of(range.getBegin());
    const auto end = end_of(range.getEnd());
    if (!begin || !end) return std::nullopt;
    auto equals = static_cast<text_offset>(text().rfind('=', *begin));
    while (equals > 0 && text()[equals - 1] == ' ') --equals;
    return text_range{equals, *end};
  }

  // The first declaration that is more than a friend says what the class's name means.
  bool introduces_alias(const clang::CXXRecordDecl* declaration) const {
    if (shape(declaration) == class_shape::partial_specialisation || shape(declaration) == class_shape::full_specialisation)
      return false;
    if (declaration->getFriendObjectKind() != clang::Decl::FOK_None) return false;
    for (const auto* other = declaration->getPreviousDecl(); other != nullptr; other = other->getPreviousDecl())
      if (other->getFriendObjectKind() == clang::Decl::FOK_None) return false;
    return true;
  }

  void read_declaration(const clang::CXXRecordDecl* declaration, mentat_class& made) {
    if (declaration->isThisDeclarationADefinition() || !x_.in_main_file(declaration->getLocation())) return;
    if (declaration->isInjectedClassName() || declaration->isImplicit()) return;
    auto head = read_head(declaration);
    if (!head) return;
    if (declaration->getFriendObjectKind() != clang::Decl::FOK_None && shape(declaration) == class_shape::plain)
      head->name = {};  // renamed as every friend
    const auto semicolon = text().find(';', head->class_key);
    head->behind_semicolon = static_cast<text_offset>(semicolon == std::string_view::npos ? text().size() : semicolon + 1);
    made.forward_declarations.push_back(std::move(*head));
  }

  // --- definition ------------------------------------------------------------------------------------------------------------------
  bool read_definition(const clang::CXXRecordDecl* definition, mentat_class& made) {
    if (!check_place(x_, definition, is_header_)) return false;
    const auto head = read_head(definition);
    const auto open = x_.end_offset(definition->getBraceRange().getBegin());
    const auto close = x_.offset(definition->getBraceRange().getEnd());
    if (!head || !open || !close) {
      x_.error("E0202", definition->getLocation(),
               "Mentat class '" + made.name + "' cannot be defined by a macro; write its definition out");
      return false;
    }
    check_template_parameters(definition);
    made.definition = head;
    made.braces = {*open, *close};
    check_bases(definition);
    if (made.kind == class_kind::regular && !definition->field_empty())
      x_.warning("W0207", definition->field_begin()->getLocation(),
                 "regular Mentat class '" + made.name + "' has data members; they do not last from one call to the next, "
                 "make the class persistent if they should");
    return true;
  }

  void check_template_parameters(const clang::CXXRecordDecl* definition) {
    const auto* described = definition->getDescribedClassTemplate();
    if (described == nullptr) return;
    for (const clang::NamedDecl* parameter : *described->getTemplateParameters())
      if (!parameter->getIdentifier())
        x_.error("E0313", parameter->getLocation(), "name this template parameter of a Mentat class; generated text refers to it");
  }

  // The Mentat class that a base specifier names, also when it depends on a template parameter.
  static const clang::CXXRecordDecl* base_record(const clang::CXXBaseSpecifier& base) {
    if (const auto* record = base.getType()->getAsCXXRecordDecl()) return record;
    if (const auto* made = base.getType()->getAs<clang::TemplateSpecializationType>())
      if (const auto* from = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(made->getTemplateName().getAsTemplateDecl()))
        return from->getTemplatedDecl();
    return nullptr;
  }

  void check_bases(const clang::CXXRecordDecl* definition) {
    unsigned mentat_bases = 0;
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
      if (x_.kind_of(base_record(base)) == class_kind::none) continue;
      const char* fault = ++mentat_bases > 1               ? "has several Mentat bases"
                          : base.isVirtual()               ? "has a virtual Mentat base"
                          : base.getAccessSpecifier() != clang::AS_public ? "derives from a Mentat class without 'public'"
                                                                          : nullptr;
      if (fault != nullptr)
        x_.error("E0205", base.getBeginLoc(), "Mentat class '" + definition->getNameAsString() + "' " + fault +
                                                  "; derive from one Mentat class, publicly");
    }
  }

  void read_base(const clang::CXXRecordDecl* definition, mentat_class& made) {
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
      const auto* record = base_record(base);
      if (x_.kind_of(record) == class_kind::none) continue;
      const auto range = base.getTypeSourceInfo()->getTypeLoc().getSourceRange();
      made.base = copy(begin_of(range.getBegin()), end_of(range.getEnd()));
      if (base.getType()->isDependentType()) {
        made.base_qualified = x_.type_name(base.getType());
        made.base_qualified.insert(made.base_qualified.find('<'), "_impl");
      } else {
        made.base_qualified = x_.impl_name(record);
        made.base_identity = usr_hash(record);
      }
      made.base->printed = made.base_qualified;
      return;
    }
  }

  void read_names(const clang::CXXRecordDecl* definition, mentat_class& made) {
    for (const clang::Decl* member : definition->decls()) {
      if (member->isImplicit() || member->getAccess() != clang::AS_public) continue;
      if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(member); type != nullptr && type->getIdentifier() != nullptr)
        if (std::ranges::find(made.public_types, type->getNameAsString()) == made.public_types.end())
          made.public_types.push_back(type->getNameAsString());
      if (const auto* used = llvm::dyn_cast<clang::UsingDecl>(member))
        for (const auto* shadow : used->shadows())
          if (x_.is_remote(llvm::dyn_cast<clang::CXXMethodDecl>(shadow->getTargetDecl()))) {
            made.inherited_names.push_back(used->getNameAsString());
            break;
          }
    }
  }

  void check_numbers(const clang::CXXRecordDecl* definition) {
    std::map<std::uint32_t, const clang::CXXMethodDecl*> seen;
    for (const auto* record = definition; record != nullptr;) {
      const clang::CXXRecordDecl* above = nullptr;
      for (const clang::CXXMethodDecl* method : record->methods()) {
        if (!x_.is_remote(method)) continue;
        const auto [entry, is_new] = seen.try_emplace(number(method), method);
        if (!is_new && x_.root(entry->second) != x_.root(method))
          x_.error("E0311", method->getLocation(),
                   "member functions '" + method->getNameAsString() + "' and '" + entry->second->getNameAsString() +
                       "' of '" + definition->getNameAsString() + "' get the same number; rename one of them");
      }
      for (const clang::CXXBaseSpecifier& base : record->bases())
        if (const auto* candidate = base.getType()->getAsCXXRecordDecl(); x_.kind_of(candidate) != class_kind::none)
          above = candidate->getDefinition();
      record = above;
    }
  }

  // --- member functions ------------------------------------------------------------------------------------------------------------
  mentat_method read_method(const clang::CXXMethodDecl* method, bool class_is_here) {
    mentat_method made = identify(method);
    if (class_is_here) {
      check_signature(method);
      made.in_class = read_head(method);
      made.late = is_late(method);
      if (!made.in_class)
        x_.error("E0202", method->getLocation(), "member function '" + made.name + "' cannot be declared by a macro; write it out");
      for (unsigned i = 0; i < method->getNumParams(); ++i) made.parameters[i] = read_parameter(method->getParamDecl(i));
    }
    for (const auto* declaration : method->redecls()) {
      const auto* other = llvm::cast<clang::CXXMethodDecl>(declaration);
      if (other == method || !x_.in_main_file(other->getLocation())) continue;
      if (auto head = read_head(other)) made.out_of_line.push_back(std::move(*head));
    }
    return made;
  }

  // Whether a function of the class could not be defined inside of it, for want of complete types.
  bool is_late(const clang::CXXMethodDecl* method) const {
    const clang::CXXRecordDecl* owner = method->getParent()->getDefinition();
    if (names_late_type(method->getReturnType(), owner)) return true;
    return llvm::any_of(method->parameters(),
                        [&](const clang::ParmVarDecl* parameter) { return names_late_type(parameter->getType(), owner); });
  }

  bool names_late_type(clang::QualType type, const clang::CXXRecordDecl* owner) const {
    const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (record == nullptr || type->isDependentType() || owner->isDependentContext()) return false;
    if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record)) {
      for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray())
        if (argument.getKind() == clang::TemplateArgument::Type && names_late_type(argument.getAsType(), owner)) return true;
      record = special->getSpecializedTemplate()->getTemplatedDecl();
    }
    const clang::CXXRecordDecl* definition = record->getDefinition();
    if (definition == nullptr) return true;
    return x_.sources.isBeforeInTranslationUnit(owner->getBraceRange().getEnd(), definition->getBraceRange().getBegin());
  }

  std::optional<method_head> read_head(const clang::CXXMethodDecl* method) {
    method_head made;
    const auto type = method->getFunctionTypeLoc();
    const auto begin = begin_of(method->getInnerLocStart());
    const auto name = x_.offset(method->getLocation());
    if (!type || !begin || !name) return std::nullopt;
    const auto open = x_.end_offset(type.getLParenLoc());
    const auto close = x_.offset(type.getRParenLoc());
    if (!open || !close) return std::nullopt;
    made.specifiers = {*begin, *name};
    if (const auto qualifier = method->getQualifierLoc()) {
      const auto from = x_.offset(qualifier.getBeginLoc());
      if (!from) return std::nullopt;
      made.qualifier = text_range{*from, *name};
      made.specifiers.end = *from;
    }
    made.behind_parenthesis = *open;
    for (const clang::ParmVarDecl* parameter : method->parameters())
      if (const auto value = default_range(parameter)) made.cuts.push_back(*value);
    if (method->getType()->castAs<clang::FunctionProtoType>()->hasTrailingReturn()) {
      const auto end = end_of(type.getReturnLoc().getEndLoc());
      const auto arrow = text().find("->", *close);
      if (!end || arrow >= *end) return std::nullopt;
      made.trailing_result = text_range{static_cast<text_offset>(arrow + 2), *end};
      made.cuts.push_back({static_cast<text_offset>(arrow), *end});
    }
    return made;
  }

  // ` = 10` behind a parameter.
  std::optional<text_range> default_range(const clang::ParmVarDecl* parameter) const {
    if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg()) return std::nullopt;
    const auto range = parameter->getDefaultArgRange();
    const auto begin = begin_of(range.getBegin());
    const auto end = end_of(range.getEnd());
    if (!begin || !end) return std::nullopt;
    auto equals = static_cast<text_offset>(text().rfind('=', *begin));
    while (equals > 0 && std::isspace(static_cast<unsigned char>(text()[equals - 1])) != 0) --equals;
    return text_range{equals, *end};
  }

  mentat_parameter read_parameter(const clang::ParmVarDecl* parameter) {
    mentat_parameter made;
    const auto type_end = end_of(parameter->getTypeSourceInfo()->getTypeLoc().getEndLoc());
    const auto begin = begin_of(parameter->getBeginLoc());
    if (parameter->getIdentifier() != nullptr) {
      made.name = parameter->getNameAsString();
      const auto name = x_.offset(parameter->getLocation());
      const auto name_end = x_.end_offset(parameter->getLocation());
      made.before = copy(begin, name);
      if (name_end && type_end && *type_end > *name_end) made.after = copy(name_end, type_end);
    } else {
      made.before = copy(begin, type_end);
    }
    if (!made.before.range) made.before.printed = x_.type_name(parameter->getType()) + " ";
    const clang::QualType type = parameter->getType();
    made.how = type->isReferenceType()                                ? passing::reference
               : !type->isDependentType() && type->isScalarType() ? passing::scalar
                                                                      : passing::value;
    if (const auto value = default_range(parameter))
      made.default_value = copy(static_cast<text_offset>(text().find('=', value->begin) + 1), value->end);
    return made;
  }

  // --- what signatures may say -------------------------------------------------------------------------------------------------------
  static bool is_pointer(clang::QualType type) {
    type = type.getNonReferenceType();
    return type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType() || type->isFunctionType();
  }

  void check_signature(const clang::CXXMethodDecl* method) {
    const std::string name = method->getParent()->getNameAsString() + "::" + method->getNameAsString();
    const clang::QualType result = method->getDeclaredReturnType();
    if (method->isVariadic())
      x_.error("E0313", method->getLocation(), "'" + name + "' takes '...'; give a Mentat member function named parameters");
    if (result->getContainedDeducedType() != nullptr)
      x_.error("E0313", method->getLocation(), "the result type of '" + name + "' is deduced; write it, callers need it before the body is known");
    else if (is_pointer(result))
      x_.error("E0302", method->getLocation(), "'" + name + "' cannot return a pointer to another object; return the value, a std::vector or a std::optional");
    else
      check_type(result, method, "the result of '" + name + "'", "result");
    for (const clang::ParmVarDecl* parameter : method->parameters()) check_parameter(parameter, method, name);
    for (const auto* other : method->redecls())
      for (const auto* parameter : llvm::cast<clang::FunctionDecl>(other)->parameters())
        if (other != method && parameter->hasDefaultArg() && !parameter->hasInheritedDefaultArg())
          x_.error("E0313", parameter->getLocation(), "give the default argument in the class, where callers see it");
  }

  void check_parameter(const clang::ParmVarDecl* parameter, const clang::CXXMethodDecl* method, const std::string& name) {
    const clang::QualType type = parameter->getType();
    const std::string called = parameter->getIdentifier() != nullptr ? "'" + parameter->getNameAsString() + "'"
                                                                     : std::to_string(parameter->getFunctionScopeIndex() + 1);
    if (parameter->isParameterPack())
      return x_.error("E0313", parameter->getLocation(), "'" + name + "' takes a parameter pack; send a std::vector or a std::tuple");
    if (is_pointer(type))
      return x_.error("E0301", parameter->getLocation(),
                      "pointer parameter " + called + " cannot be sent to another object; pass a value, a std::vector or a std::string");
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified() && x_.kind_of(record) == class_kind::none)
      x_.warning("W0303", parameter->getLocation(),
                 "parameter " + called + " of '" + name + "' is passed by value: the caller sees no change; return the new value, or take a const reference");
    check_type(type, parameter, "parameter " + called + " of '" + name + "'",
               parameter->getIdentifier() != nullptr ? parameter->getNameAsString() : "parameter " + called);
    (void)method;
  }

  void check_type(clang::QualType type, const clang::Decl* at, const std::string& what, const std::string& path) {
    const auto* tag = type.getNonReferenceType()->getAsTagDecl();
    if (tag != nullptr && !tag->getIdentifier() && tag->getTypedefNameForAnonDecl() == nullptr)
      return x_.error("E0310", at->getLocation(), what + " has an unnamed type; name it, the receiver must know it too");
    if (tag != nullptr && tag->getParentFunctionOrMethod() != nullptr)
      return x_.error("E0310", at->getLocation(), what + " has a type that is local to a function; move it out, the receiver must know it too");
    if (type->isVoidType()) return;
    if (const std::string found = types_.obstacle(type, path); !found.empty())
      x_.error("E0312", at->getLocation(), what + " cannot be sent: " + found);
  }

  context& x_;
  serialisation& types_;
  bool is_header_;
};

}  // namespace mentat::mplc
