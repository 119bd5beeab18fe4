#include "mplc/classes/class_reader.h"

#include "mplc/classes/brief_methods.h"
#include "mplc/classes/comment_reader.h"

namespace mentat::mplc {

mentat_class class_reader::read(const clang::CXXRecordDecl* record) {
  mentat_class made = identify(record);
  const auto* definition = record->getDefinition();
  for (const clang::TagDecl* declaration : record->redecls())
    read_declaration(llvm::cast<clang::CXXRecordDecl>(declaration), made);
  if (definition == nullptr) return made;
  const bool here = x_.in_main_file(definition->getLocation());
  if (here) made.comment = comment_of(x_, definition);
  if (here && !read_definition(definition, made)) return made;
  for (const clang::CXXMethodDecl* method : definition->methods())
    if (x_.is_remote(method) && !method->isInvalidDecl()) {
      made.methods.push_back(methods_.read(method, here));
      if (here) read_brief_method(x_, method, made, made.methods.back());
    }
  if (has_objects(made.kind)) {
    made.constructors = methods_.read_constructors(definition, here);
    made.has_plain_default = plain_constructors(x_).has_plain_default(definition);
    made.ends_plainly = plain_constructors(x_).ends_plainly(definition);
  }
  if (here) check_single_kind(definition);
  if (here && has_state(made.kind)) {
    read_state(definition, made);
    methods_.check_constructors_that_travel(definition);
  }
  if (here) {
    read_names(x_, definition, made);
    check_numbers(definition);
  }
  return made;
}

void class_reader::check_single_kind(const clang::CXXRecordDecl* definition) {
  bool durable = false, other = false;
  for (const auto* mark : definition->specific_attrs<clang::AnnotateAttr>()) {
    if (mark->isInherited()) continue;
    const llvm::StringRef kind = mark->getAnnotation();
    durable = durable || kind == "mentat::durable";
    other = other || kind == "mentat::persistent" || kind == "mentat::regular" ||
            kind == "mentat::replicated";
  }
  if (durable && other)
    x_.error("E1005", definition->getLocation(),
             "class '" + definition->getNameAsString() +
                 "' is marked as durable and as something else; a durable class is persistent, and "
                 "neither regular nor replicated");
}

mentat_class class_reader::read_far_base(const clang::CXXRecordDecl* definition) {
  mentat_class made = identify(definition);
  for (const clang::CXXMethodDecl* method : definition->methods())
    if (x_.is_remote(method)) made.methods.push_back(methods_.identify(method));
  if (has_objects(made.kind)) made.constructors = methods_.read_constructors(definition, false);
  return made;
}

mentat_class class_reader::identify(const clang::CXXRecordDecl* record) {
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
    made.has_serve = has_serve(definition);
    made.serves = serves(definition);
    bases_.read(definition, made);
  }
  return made;
}

class_shape class_reader::shape(const clang::CXXRecordDecl* record) {
  if (llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record))
    return class_shape::partial_specialisation;
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
    return class_shape::full_specialisation;
  return record->getDescribedClassTemplate() != nullptr ? class_shape::templated
                                                        : class_shape::plain;
}

std::string class_reader::title(const clang::DeclContext* scope) {
  std::string outer = scope->getParent() == nullptr ? "" : title(scope->getParent());
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
  if (named == nullptr ||
      (space != nullptr && (space->isAnonymousNamespace() || space->isInline())))
    return outer;
  return outer + (outer.empty() ? "" : "::") + named->getNameAsString();
}

std::uint64_t class_reader::interface_hash(const clang::CXXRecordDecl* definition) const {
  std::vector<std::string> functions;
  for (const clang::CXXMethodDecl* method : definition->methods())
    if (x_.is_remote(method))
      functions.push_back(usr(method) + "=" +
                          method->getReturnType().getCanonicalType().getAsString());
  for (const clang::CXXConstructorDecl* constructor : definition->ctors())
    if (has_objects(x_.kind_of(definition)) && methods_.is_chosen_by_create(constructor))
      functions.push_back(usr(constructor));
  std::ranges::sort(functions);
  std::string all = usr(definition) + (has_objects(x_.kind_of(definition)) ? "!" : "?");
  // The data of its objects travels, too.
  if (x_.kind_of(definition) == class_kind::replicated) all += "&";
  if (x_.kind_of(definition) == class_kind::durable) all += "%";
  if (has_state(x_.kind_of(definition)))
    for (const clang::FieldDecl* field : definition->fields())
      all += field->getType().getCanonicalType().getAsString() + "&";
  for (const std::string& function : functions) all += ";" + function;
  for (const clang::CXXBaseSpecifier& base : definition->bases())
    if (const auto* above = base.getType()->getAsCXXRecordDecl();
        x_.kind_of(above) != class_kind::none && above->hasDefinition())
      all += ":" + std::to_string(interface_hash(above->getDefinition()));
  return fnv1a_64(all);
}

bool class_reader::has_serve(const clang::CXXRecordDecl* definition) const {
  return llvm::any_of(definition->methods(),
                      [&](const clang::CXXMethodDecl* method) { return x_.is_serve(method); });
}

bool class_reader::serves(const clang::CXXRecordDecl* definition) const {
  if (has_serve(definition)) return true;
  return llvm::any_of(definition->bases(), [&](const clang::CXXBaseSpecifier& base) {
    const auto* above = base_reader::record_of(base);
    return has_objects(x_.kind_of(above)) && above->hasDefinition() &&
           serves(above->getDefinition());
  });
}

std::optional<class_declaration> class_reader::read_head(const clang::CXXRecordDecl* declaration) {
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
  made.is_marked_by_macro = llvm::any_of(
      declaration->specific_attrs<clang::AnnotateAttr>(),
      [](const auto* mark) { return !mark->isInherited() && mark->getLocation().isMacroID(); });
  return made;
}

void class_reader::read_template_head(const clang::CXXRecordDecl* declaration,
                                      class_declaration& made) const {
  const clang::TemplateParameterList* parameters = nullptr;
  if (const auto* described = declaration->getDescribedClassTemplate())
    parameters = described->getTemplateParameters();
  if (const auto* partial =
          llvm::dyn_cast<clang::ClassTemplatePartialSpecializationDecl>(declaration))
    parameters = partial->getTemplateParameters();
  if (parameters == nullptr) return;
  const auto begin = x_.offset(parameters->getTemplateLoc());
  if (!begin) return;
  made.template_head = text_range{*begin, made.words ? made.words->begin : made.class_key};
  for (const clang::NamedDecl* parameter : *parameters)
    if (const auto value = default_range(parameter)) made.default_arguments.push_back(*value);
}

std::optional<text_range> class_reader::default_range(const clang::NamedDecl* parameter) const {
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
  return places_.default_argument(range);
}

bool class_reader::introduces_alias(const clang::CXXRecordDecl* declaration) const {
  if (shape(declaration) == class_shape::partial_specialisation ||
      shape(declaration) == class_shape::full_specialisation)
    return false;
  if (declaration->getFriendObjectKind() != clang::Decl::FOK_None) return false;
  for (const auto* other = declaration->getPreviousDecl(); other != nullptr;
       other = other->getPreviousDecl())
    if (other->getFriendObjectKind() == clang::Decl::FOK_None) return false;
  return true;
}

void class_reader::read_declaration(const clang::CXXRecordDecl* declaration, mentat_class& made) {
  if (declaration->isThisDeclarationADefinition() || !x_.in_main_file(declaration->getLocation()))
    return;
  if (declaration->isInjectedClassName() || declaration->isImplicit()) return;
  auto head = read_head(declaration);
  if (!head) return;
  if (declaration->getFriendObjectKind() != clang::Decl::FOK_None &&
      shape(declaration) == class_shape::plain)
    head->name = {};  // renamed as every friend
  const auto semicolon = places_.text().find(';', head->class_key);
  head->behind_semicolon = static_cast<text_offset>(
      semicolon == std::string_view::npos ? places_.text().size() : semicolon + 1);
  made.forward_declarations.push_back(std::move(*head));
}

bool class_reader::read_definition(const clang::CXXRecordDecl* definition, mentat_class& made) {
  if (!check_place(x_, definition, is_header_)) return false;
  const auto head = read_head(definition);
  const auto open = x_.end_offset(definition->getBraceRange().getBegin());
  const auto close = x_.offset(definition->getBraceRange().getEnd());
  if (!head || !open || !close) {
    // A place inside a macro is not a fault of the class alone; Clang has reported an error there.
    const bool is_of_macro = definition->getBraceRange().getBegin().isMacroID() ||
                             definition->getBraceRange().getEnd().isMacroID() ||
                             definition->getLocation().isMacroID();
    if (x_.failed() && !is_of_macro) return false;
    x_.error(
        "E0202", definition->getLocation(),
        "Mentat class '" + made.name + "' cannot be defined by a macro; write its definition out");
    return false;
  }
  check_template_parameters(definition);
  made.definition = head;
  made.braces = {*open, *close};
  bases_.check(definition);
  if (made.kind == class_kind::regular && !definition->field_empty())
    x_.warning("W0207", definition->field_begin()->getLocation(),
               "regular Mentat class '" + made.name +
                   "' has data members; they do not last from one call to the next, "
                   "make the class persistent if they should");
  return true;
}

void class_reader::check_template_parameters(const clang::CXXRecordDecl* definition) {
  const auto* described = definition->getDescribedClassTemplate();
  if (described == nullptr) return;
  for (const clang::NamedDecl* parameter : *described->getTemplateParameters())
    if (!parameter->getIdentifier())
      x_.error("E0313", parameter->getLocation(),
               "name this template parameter of a Mentat class; generated text refers to it");
}

void class_reader::read_state(const clang::CXXRecordDecl* definition, mentat_class& made) {
  const std::string of = std::string(" of ") + word_of(made.kind) + " class '" + made.name + "'";
  for (const clang::CXXBaseSpecifier& base : definition->bases()) {
    const auto* record = base_reader::record_of(base);
    if (x_.kind_of(record) != class_kind::none || (record != nullptr && record->isEmpty()))
      continue;
    const std::string name = record == nullptr ? "its base" : record->getNameAsString();
    if (const std::string why = types_.obstacle(base.getType(), name); !why.empty())
      report_state(base.getBeginLoc(), made, "base '" + name + "'" + of, why);
    made.plain_bases.push_back(x_.type_name(base.getType()));
  }
  for (const clang::FieldDecl* field : definition->fields()) {
    if (field->isUnnamedBitField() || field->isInvalidDecl()) continue;
    read_member(field, made, "data member '" + field->getNameAsString() + "'" + of);
  }
  for (const clang::CXXMethodDecl* method : definition->methods()) {
    if (!x_.is_serve(method)) continue;
    if (made.kind == class_kind::durable)
      x_.error("E1015", method->getLocation(),
               "durable class '" + made.name +
                   "' has serve(); a thread of control cannot be made again in another process");
    else
      x_.error(
          "E0902", method->getLocation(),
          "replicated class '" + made.name +
              "' has serve(); its functions may run on several copies, so none of them can wait "
              "or choose the next call");
  }
}

void class_reader::report_state(clang::SourceLocation at, const mentat_class& of,
                                const std::string& what, const std::string& why) {
  if (of.kind == class_kind::durable)
    x_.error("E1001", at, what + " cannot be recorded: " + why);
  else
    x_.error("E0901", at, what + " cannot be copied to another process: " + why);
}

void class_reader::read_member(const clang::FieldDecl* field, mentat_class& made,
                               const std::string& what) {
  const bool durable = made.kind == class_kind::durable;
  const std::string name = field->getNameAsString();
  const clang::QualType type = field->getType();
  const auto* record = type->getAsCXXRecordDecl();
  const class_kind kind = record == nullptr ? class_kind::none : x_.kind_of(record);
  if (field->isMutable() && !durable)
    x_.error("E0903", field->getLocation(),
             what +
                 " is mutable; a const function reads the copy of one process, and the other "
                 "copies would not have its change");
  else if (field->isMutable())
    x_.error("E1004", field->getLocation(),
             what + " is mutable; a const function makes no record, so its change would be lost");
  else if (field->isAnonymousStructOrUnion())
    report_state(field->getLocation(), made,
                 "an unnamed member" + what.substr(what.find("' of ") + 1),
                 "give it a name and a type of its own");
  else if (durable && (type->isPointerType() || type->isReferenceType()))
    x_.error("E1002", field->getLocation(),
             what + " is a " + (type->isPointerType() ? "pointer" : "reference") +
                 ", which means nothing in another process; hold the value");
  else if (durable && kind != class_kind::none && kind != class_kind::durable)
    x_.error("E1002", field->getLocation(),
             what + " names an object of " + word_of(kind) + " class '" +
                 record->getNameAsString() +
                 "', which does not survive its process; only a durable one does");
  else if (type->isReferenceType())
    report_state(field->getLocation(), made, what, name + " is a reference; hold the value");
  else if (type.isConstQualified())
    report_state(field->getLocation(), made, what, name + " is const and cannot be filled in");
  else if (const std::string why = types_.obstacle(type, name); !why.empty())
    report_state(field->getLocation(), made, what, why);
  made.state.push_back({name, field->isBitField() ? x_.type_name(type) : ""});
}

void class_reader::check_numbers(const clang::CXXRecordDecl* definition) {
  std::map<std::uint32_t, const clang::CXXMethodDecl*> seen;
  for (const auto* record = definition; record != nullptr;) {
    const clang::CXXRecordDecl* above = nullptr;
    for (const clang::CXXMethodDecl* method : record->methods()) {
      if (!x_.is_remote(method) || method->isInvalidDecl()) continue;
      const auto [entry, is_new] = seen.try_emplace(methods_.number(method), method);
      if (!is_new && x_.root(entry->second) != x_.root(method))
        x_.error("E0311", method->getLocation(),
                 "member functions '" + method->getNameAsString() + "' and '" +
                     entry->second->getNameAsString() + "' of '" + definition->getNameAsString() +
                     "' get the same number; rename one of them");
    }
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (const auto* candidate = base.getType()->getAsCXXRecordDecl();
          x_.kind_of(candidate) != class_kind::none)
        above = candidate->getDefinition();
    record = above;
  }
}
}  // namespace mentat::mplc
