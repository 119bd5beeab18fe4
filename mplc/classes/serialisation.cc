#include "mplc/classes/serialisation.h"

#include "mplc/tree/view_types.h"

namespace mentat::mplc {

bool serialisation::travels(clang::QualType type) {
  const std::size_t known = structs_.size();
  found_plain_.clear();
  if (check(type, "").empty()) return true;
  for (const record* each : found_plain_) checked_.erase(each);
  structs_.resize(known);
  return false;
}

bool serialisation::travels_as_error(clang::QualType type) {
  as_error_ = true;
  const bool found = travels(type);
  as_error_ = false;
  return found;
}

std::string serialisation::obstacle_of_parameter(clang::QualType type, const std::string& path) {
  const bool is_span = is_standard_template(type, "span");
  if (!is_view(type)) return check(type, path);
  const clang::QualType element = first_argument(type);
  if (element.isNull() || element->isDependentType()) return {};
  if (!is_span && !element->isCharType()) return check(type, path);
  const clang::QualType view = type.getNonReferenceType();
  const std::string what = has_type(path, view.getCanonicalType());
  const std::string readable = "std::span<const " + printed(element.getCanonicalType()) + ">";
  if (is_span && !element.isConstQualified())
    return what + ", through which the caller would see changes; take a " + readable;
  if (is_span && !has_dynamic_extent(type))
    return what + ", whose length is a part of its type; take a " + readable + " or a std::array";
  if (type->isLValueReferenceType() && !view.isConstQualified())
    return what + " and is a reference that is not const; take the view by value";
  return is_span ? obstacle_of_viewed(element, path + "[i]") : std::string();
}

std::string serialisation::obstacle_of_viewed(clang::QualType element, const std::string& path) {
  element = element.getCanonicalType().getUnqualifiedType();
  x_.complete(element);
  const record* of = element->getAsCXXRecordDecl();
  const bool known = of != nullptr && of->hasDefinition() && !of->isInvalidDecl();
  const bool is_complex =
      known && is_standard(of) && of->getIdentifier() != nullptr && of->getName() == "complex";
  const bool is_element = element->isArithmeticType() || element->isEnumeralType() || is_complex ||
                          (known && of->isAggregate());
  if (!is_element || !element.isTriviallyCopyableType(x_.ast))
    return has_type(path, element) +
           "; the elements of a view are numbers, enumerations, and trivially copyable aggregates "
           "of these; take a std::vector";
  return obstacle_of_element(element, path);
}

std::string serialisation::obstacle_of_field(clang::QualType type, const std::string& path) {
  as_field_ = true;
  std::string found = check(type, path);
  as_field_ = false;
  return found;
}

bool serialisation::is_standard(const clang::CXXRecordDecl* of) {
  const clang::DeclContext* scope = of->getDeclContext()->getRedeclContext();
  for (; !scope->isTranslationUnit(); scope = scope->getParent()->getRedeclContext())
    if (scope->isStdNamespace()) return true;
  return false;
}

bool serialisation::is_of_mentat(const clang::CXXRecordDecl* of) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(of->getDeclContext());
  return space != nullptr && space->getName() == "mentat";
}

std::string serialisation::check(clang::QualType type, const std::string& path) {
  if (depth_ == deepest)
    return path + " is part of more than " + std::to_string(deepest) + " types in each other";
  ++depth_;
  std::string found = check_here(type, path);
  --depth_;
  return found;
}

std::string serialisation::check_here(clang::QualType type, const std::string& path) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (type->isDependentType()) return {};
  if (type->isEnumeralType()) return {};
  if (type->isArithmeticType())
    return type->isSpecificBuiltinType(clang::BuiltinType::Int128) ||
                   type->isSpecificBuiltinType(clang::BuiltinType::UInt128)
               ? has_type(path, type) + ", which no archive knows"
               : std::string();
  if (const auto* array = x_.ast.getAsConstantArrayType(type))
    return check(array->getElementType(), path + "[i]");
  if (is_address(type)) return has_type(path, type) + "; a pointer means nothing to another object";
  const record* of = type->getAsCXXRecordDecl();
  if (of == nullptr) return has_type(path, type);
  return check_record(of, type, path);
}

bool serialisation::is_address(clang::QualType type) {
  return type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType();
}

std::string serialisation::check_record(const record* of, clang::QualType type,
                                        const std::string& path) {
  x_.complete(type);
  if (const record* defined = of->getDefinition()) of = defined;
  if (of->isInvalidDecl()) return {};  // Clang has reported it
  if (x_.kind_of(of) != class_kind::none && !of->hasDefinition())
    return has_type(path, type) +
           ", which is only declared here; include its definition (behind this class, if need "
           "be)";
  if (x_.kind_of(of) != class_kind::none) return {};
  std::string found =
      !as_field_ && checked_.contains(of->getCanonicalDecl()) ? "" : check_members(of, type, path);
  if (!found.empty() || as_error_ || is_standard(of) || can_be_copied(of)) return found;
  return has_type(path, type) +
         ", which cannot be copied, as arguments and results are; give it a copy constructor, or "
         "send its parts";
}

bool serialisation::can_be_copied(const record* of) {
  if (!of->hasDefinition() || of->isDependentContext()) return true;
  if (of->needsImplicitCopyConstructor())
    return !of->defaultedCopyConstructorIsDeleted() && !of->hasUserDeclaredMoveConstructor() &&
           !of->hasUserDeclaredMoveAssignment();
  return llvm::any_of(of->ctors(), [](const clang::CXXConstructorDecl* constructor) {
    return constructor->isCopyConstructor() && !constructor->isDeleted();
  });
}

std::string serialisation::check_members(const record* of, clang::QualType type,
                                         const std::string& path) {
  if (is_standard(of)) return check_standard(of, type, path);
  if (is_of_mentat(of)) {
    if (of->getName() == "result") return has_type(path, type) + "; send the value";
    const auto* made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(of);
    if (made == nullptr || of->getName() != "buffer") return {};
    return obstacle_of_element(made->getTemplateArgs()[0].getAsType(), path + "[i]");
  }
  if (!of->hasDefinition())
    return has_type(path, type) + ", which is only declared here; include its definition";
  if (serialises_itself(of)) return {};
  return check_plain(of, type, path);
}

std::string serialisation::obstacle_of_element(clang::QualType type, const std::string& path) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isDependentType()) return {};
  if (type->isReferenceType()) return has_type(path, type) + ", a reference";
  if (is_address(type)) return has_type(path, type) + "; a pointer means nothing to another object";
  if (is_truth_value(type))
    return has_type(path, type) +
           ", and a byte from elsewhere may be neither true nor false; take a std::uint8_t, or "
           "send a std::vector";
  if (const auto* array = x_.ast.getAsConstantArrayType(type))
    return obstacle_of_element(array->getElementType(), path + "[i]");
  x_.complete(type);
  const record* of = type->getAsCXXRecordDecl();
  if (of == nullptr || !of->hasDefinition() || of->isInvalidDecl()) return {};
  for (const clang::CXXBaseSpecifier& base : of->bases()) {
    if (base.getType()->getAsCXXRecordDecl()->isEmpty()) continue;
    if (std::string found = obstacle_of_element(base.getType(), path); !found.empty()) return found;
  }
  for (const clang::FieldDecl* field : of->fields()) {
    const std::string inner = is_standard(of) ? path : path + "." + field->getNameAsString();
    if (std::string found = obstacle_of_element(field->getType(), inner); !found.empty())
      return found;
  }
  if (!has_padding(of, type)) return {};
  return has_type(path, type) +
         ", which has padding; order or add fields so that it has none, or send a std::vector";
}

bool serialisation::is_truth_value(clang::QualType type) {
  if (const auto* of = type->getAs<clang::EnumType>()) type = of->getDecl()->getIntegerType();
  return !type.isNull() && type->isBooleanType();
}

bool serialisation::has_padding(const record* of, clang::QualType type) const {
  const auto size_of = [&](const clang::FieldDecl* field) -> std::uint64_t {
    if (field->isUnnamedBitField() || field->isZeroSize(x_.ast)) return 0;
    return field->isBitField() ? field->getBitWidthValue(x_.ast)
                               : x_.ast.getTypeSize(field->getType());
  };
  const std::uint64_t whole = x_.ast.getTypeSize(type);
  if (of->isUnion())
    return !llvm::all_of(of->fields(), [&](auto* field) { return size_of(field) == whole; });
  std::uint64_t parts = 0;
  for (const clang::CXXBaseSpecifier& base : of->bases())
    if (!base.getType()->getAsCXXRecordDecl()->isEmpty())
      parts += x_.ast.getTypeSize(base.getType());
  for (const clang::FieldDecl* field : of->fields()) parts += size_of(field);
  return parts != whole;
}

bool serialisation::has_error_name(const record* of) {
  static const std::set<llvm::StringRef> names{
      "exception",    "runtime_error", "logic_error", "domain_error",   "invalid_argument",
      "length_error", "out_of_range",  "range_error", "overflow_error", "underflow_error",
      "bad_alloc",    "bad_cast",      "bad_typeid",  "bad_exception"};
  return of != nullptr && of->isInStdNamespace() && of->getIdentifier() != nullptr &&
         names.contains(of->getName());
}

std::string serialisation::standard_name(const record* of) {
  std::string name = of->getNameAsString();
  for (const clang::DeclContext* scope = of->getDeclContext(); !scope->isStdNamespace();
       scope = scope->getParent())
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope); !scope->isInlineNamespace())
      name = named->getNameAsString() + "::" + name;
  return name;
}

std::optional<unsigned> serialisation::travelling_arguments(llvm::StringRef name) {
  static const std::map<llvm::StringRef, unsigned> known{{"vector", 1},
                                                         {"deque", 1},
                                                         {"list", 1},
                                                         {"forward_list", 1},
                                                         {"set", 1},
                                                         {"multiset", 1},
                                                         {"unordered_set", 1},
                                                         {"unordered_multiset", 1},
                                                         {"map", 2},
                                                         {"multimap", 2},
                                                         {"unordered_map", 2},
                                                         {"unordered_multimap", 2},
                                                         {"array", 1},
                                                         {"pair", 2},
                                                         {"tuple", ~0u},
                                                         {"variant", ~0u},
                                                         {"optional", 1},
                                                         {"complex", 1},
                                                         {"stack", 1},
                                                         {"queue", 1},
                                                         {"priority_queue", 1},
                                                         {"basic_string", 1},
                                                         {"chrono::duration", 1},
                                                         {"chrono::time_point", 0},
                                                         {"bitset", 0},
                                                         {"monostate", 0}};
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::string serialisation::advice(llvm::StringRef name) {
  if (name == "basic_string_view") return "; it points to text elsewhere, send a std::string";
  if (name == "span" || name == "initializer_list")
    return "; it points to elements elsewhere, send a std::vector or a mentat::buffer";
  if (name == "unique_ptr" || name == "shared_ptr" || name == "weak_ptr" ||
      name == "reference_wrapper")
    return "; it points to memory of this process, send the value (std::optional, if there may "
           "be none)";
  if (name == "filesystem::path") return "; send its string()";
  if (name == "error_code") return "; send its value() and the name() of its category()";
  if (name.starts_with("chrono::")) return "; send a std::chrono::duration or time_point";
  return "";
}

std::string serialisation::check_standard(const record* of, clang::QualType type,
                                          const std::string& path) {
  const std::string name = standard_name(of);
  const auto count = travelling_arguments(name);
  if (!count) return has_type(path, type) + advice(name);
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(of);
  if (special == nullptr || *count == 0) return {};
  unsigned checked = 0;
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
    if (checked++ >= *count) break;
    const auto inner = argument.getKind() == clang::TemplateArgument::Pack
                           ? argument.pack_elements()
                           : llvm::ArrayRef<clang::TemplateArgument>(argument);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if (inner[i].getKind() != clang::TemplateArgument::Type) continue;
      const std::string inside = path + part(name, checked - 1 + i);
      if (inner[i].getAsType().isConstQualified())
        return inside + " is const and cannot be filled in by the receiver";
      if (std::string found = check(inner[i].getAsType(), inside); !found.empty()) return found;
    }
  }
  return {};
}

std::string serialisation::part(llvm::StringRef container, std::size_t index) {
  if (container == "pair") return index == 0 ? ".first" : ".second";
  if (container == "tuple" || container == "variant") return "<" + std::to_string(index) + ">";
  if (container == "optional" || container == "complex") return ".value()";
  if (container.ends_with("map")) return index == 0 ? ".key" : "[key]";
  return "[i]";
}

bool serialisation::is_serialising_name(const clang::NamedDecl* declaration) {
  const auto* name = declaration->getIdentifier();
  return name != nullptr &&
         (name->isStr("serialize") || name->isStr("save") || name->isStr("load") ||
          name->isStr("save_minimal") || name->isStr("load_minimal"));
}

bool serialisation::has_serialising_member(const record* of) {
  return llvm::any_of(of->decls(), [](const clang::Decl* member) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(member);
    return named != nullptr &&
           (llvm::isa<clang::FunctionTemplateDecl, clang::CXXMethodDecl>(named)) &&
           is_serialising_name(named);
  });
}

const clang::CXXRecordDecl* serialisation::family(const record* of) {
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(of))
    return special->getSpecializedTemplate()->getTemplatedDecl()->getCanonicalDecl();
  return of->getCanonicalDecl();
}

const clang::CXXRecordDecl* serialisation::record_behind(clang::QualType type) {
  type = type.getNonReferenceType();
  if (const auto* made = type->getAs<clang::TemplateSpecializationType>())
    if (const auto* from = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
            made->getTemplateName().getAsTemplateDecl()))
      return from->getTemplatedDecl()->getCanonicalDecl();
  const record* found = type->getAsCXXRecordDecl();
  return found == nullptr ? nullptr : family(found);
}

bool serialisation::serialises(const clang::Decl* candidate, const record* of) {
  const auto* made_from = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(candidate);
  if (made_from == nullptr || !is_serialising_name(made_from)) return false;
  return llvm::any_of(made_from->getTemplatedDecl()->parameters(),
                      [&](const clang::ParmVarDecl* parameter) {
                        return record_behind(parameter->getType()) == family(of);
                      });
}

bool serialisation::has_serialising_function(const record* of) const {
  for (const clang::FriendDecl* declaration : of->friends())
    if (serialises(declaration->getFriendDecl(), of)) return true;
  const clang::DeclContext* beside = of->getDeclContext()->getEnclosingNamespaceContext();
  auto& names = x_.ast.Idents;
  for (const char* name : {"serialize", "save", "load", "save_minimal", "load_minimal"}) {
    const clang::DeclarationName wanted(&names.get(name));
    for (const clang::NamedDecl* found : beside->lookup(wanted))
      if (serialises(found, of)) return true;
    for (const clang::NamedDecl* space :
         x_.ast.getTranslationUnitDecl()->lookup(clang::DeclarationName(&names.get("cereal"))))
      if (const auto* cereal = llvm::dyn_cast<clang::NamespaceDecl>(space))
        for (const clang::NamedDecl* found : cereal->lookup(wanted))
          if (serialises(found, of)) return true;
  }
  return false;
}

bool serialisation::serialises_itself(const record* of) const {
  return has_serialising_member(of) || has_serialising_function(of);
}

std::string serialisation::check_plain(const record* of, clang::QualType type,
                                       const std::string& path) {
  const std::string name = printed(type);
  const std::string advice = "; give '" + name + "' a member function template serialize(Archive&)";
  if (of->isUnion()) return has_type(path, type) + ", a union" + advice;
  if (of->isLambda() || (!of->getIdentifier() && of->getTypedefNameForAnonDecl() == nullptr))
    return path + " has an unnamed type; name it";
  if (of->getParentFunctionOrMethod() != nullptr)
    return has_type(path, type) + ", which is local to a function; move it out";
  for (const clang::Decl* scope = of; scope != nullptr;
       scope = llvm::dyn_cast<record>(scope->getDeclContext()))
    if (scope->getAccess() == clang::AS_private || scope->getAccess() == clang::AS_protected)
      return has_type(path, type) + ", which is not public; its serialisation could not name it";
  if (as_field_)
    return has_type(path, type) + ", and a field of a tuple is encoded where it stands" + advice;
  checked_.insert(of->getCanonicalDecl());
  found_plain_.push_back(of->getCanonicalDecl());
  plain_struct made;
  for (const clang::CXXBaseSpecifier& base : of->bases()) {
    // Its text travels on its own.
    if (as_error_ && base.getAccessSpecifier() == clang::AS_public &&
        has_error_name(base.getType()->getAsCXXRecordDecl()))
      continue;
    if (base.isVirtual() || base.getAccessSpecifier() != clang::AS_public)
      return has_type(path, type) + ", whose base '" + printed(base.getType()) +
             "' is virtual or not public" + advice;
    const record* above = base.getType()->getAsCXXRecordDecl();
    if (above != nullptr && has_serialising_member(above) && !of->field_empty())
      return has_type(path, type) + ", which would be sent as its base '" +
             printed(base.getType()) + "'" + advice;
    if (above != nullptr && above->isEmpty()) continue;
    if (std::string found = check(base.getType(), path); !found.empty()) return found;
    made.bases.push_back(x_.type_name(base.getType()));
  }
  for (const clang::FieldDecl* field : of->fields())
    if (std::string found = check_field(field, name, path, advice, made); !found.empty())
      return found;
  finish(of, type, made);
  return {};
}

std::string serialisation::check_field(const clang::FieldDecl* field, const std::string& owner,
                                       const std::string& path, const std::string& advice,
                                       plain_struct& made) {
  const std::string inner = path + "." + field->getNameAsString();
  if (field->isUnnamedBitField() || field->isInvalidDecl()) return {};
  if (field->isAnonymousStructOrUnion()) return path + " has an unnamed member" + advice;
  if (field->getAccess() != clang::AS_public)
    return inner + " is not public in '" + owner + "'" + advice;
  const clang::QualType type = field->getType();
  if (type->isReferenceType()) return has_type(inner, type) + ", a reference" + advice;
  if (type.isConstQualified())
    return inner + " is const and cannot be filled in by the receiver" + advice;
  made.fields.push_back({field->getNameAsString(), field->isBitField() ? x_.type_name(type) : ""});
  return check(type, inner);
}

void serialisation::finish(const record* of, clang::QualType type, plain_struct& made) {
  for (const clang::DeclContext* scope = of->getDeclContext(); scope != nullptr;
       scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        space != nullptr && !space->isInline())
      made.name_spaces.insert(made.name_spaces.begin(), space->getNameAsString());
  made.type = x_.type_name(type);
  made.identity = usr_hash(of);
  structs_.push_back(std::move(made));
}

std::string serialisation::printed(clang::QualType type) const {
  clang::PrintingPolicy policy(x_.ast.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  policy.UsePreferredNames = true;
  return type.getUnqualifiedType().getAsString(policy);
}

std::string serialisation::has_type(const std::string& path, clang::QualType type) const {
  return path + " has type " + printed(type);
}
}  // namespace mentat::mplc
