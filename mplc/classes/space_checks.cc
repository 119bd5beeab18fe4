#include "mplc/classes/space_checks.h"

namespace mentat::mplc {
namespace {

// The class of a type of the namespace mentat with that name; else null.
const clang::ClassTemplateSpecializationDecl* of_mentat(clang::QualType type,
                                                        llvm::StringRef name) {
  const auto* made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  return made != nullptr && made->getQualifiedNameAsString() == "mentat::" + name.str() ? made
                                                                                        : nullptr;
}

bool is_std(const clang::CXXRecordDecl* record, llvm::StringRef name) {
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName() == name;
}

// Texts of all kinds are stored as std::string.
bool is_text(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::QualType element =
      type->isArrayType() ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0)
                          : (type->isPointerType() ? type->getPointeeType() : clang::QualType());
  if (!element.isNull()) return element->isCharType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return is_std(record, "basic_string") || is_std(record, "basic_string_view");
}

}  // namespace

bool space_checks::VisitCXXMemberCallExpr(clang::CXXMemberCallExpr* call) {
  const context::space_operation operation = x_.space_operation_of(call);
  if (operation.name.empty()) return true;
  const unsigned count = call->getNumArgs();
  if (count - operation.first_field > most_fields && count > operation.first_field) {
    x_.error("E0803", call->getArg(operation.first_field + most_fields)->getBeginLoc(),
             "a tuple has at most " + std::to_string(most_fields) +
                 " fields; put some of them into a struct");
    return true;
  }
  if (operation.puts() && count != 0 &&
      of_mentat(call->getArg(0)->getType(), "formal_field") != nullptr)
    x_.error("E0802", call->getArg(0)->getBeginLoc(),
             "the first field of a tuple has a value; mentat::formal cannot be there");
  for (unsigned k = operation.first_field; k < count; ++k)
    check_field(call->getArg(k), k - operation.first_field + 1, operation.puts());
  return true;
}

void space_checks::check_field(const clang::Expr* field, unsigned number, bool is_put) {
  clang::QualType type =
      field->IgnoreParenImpCasts()->getType().getNonReferenceType().getCanonicalType();
  if (type->isDependentType() || field->containsErrors()) return;
  const auto report = [&](const std::string& why) {
    x_.error("E0801", field->getBeginLoc(),
             "field " + std::to_string(number) + " of this " + (is_put ? "tuple" : "pattern") +
                 " cannot be one: " + why);
  };
  if (of_mentat(type, "name") != nullptr) return;
  if (const auto* later = of_mentat(type, "result")) type = later->getTemplateArgs()[0].getAsType();
  const auto* formal = of_mentat(type, "formal_field");
  if (formal != nullptr) type = formal->getTemplateArgs()[0].getAsType();
  if (is_text(type)) {
    if (formal != nullptr && !is_std(type->getAsCXXRecordDecl(), "basic_string"))
      report("a text is stored as std::string; write mentat::formal<std::string>");
    return;
  }
  if (std::string why = types_.obstacle_of_field(type, "the field"); !why.empty())
    report(why);
  else if (!is_put && formal == nullptr && !has_one_encoding(type))
    report(
        "a value in a pattern is a number, an enumeration, a name, a text, or an array, vector, "
        "pair or tuple of such; give this one as mentat::formal<T>");
}

bool space_checks::has_one_encoding(clang::QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isEnumeralType()) return true;
  if (type->isArithmeticType()) return !type->isSpecificBuiltinType(clang::BuiltinType::LongDouble);
  const auto* made =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (is_std(made, "basic_string")) return true;
  const bool of_one = is_std(made, "array") || is_std(made, "vector");
  if (!of_one && !is_std(made, "pair") && !is_std(made, "tuple")) return false;
  unsigned checked = 0;
  for (const clang::TemplateArgument& argument : made->getTemplateArgs().asArray()) {
    const auto inner = argument.getKind() == clang::TemplateArgument::Pack
                           ? argument.pack_elements()
                           : llvm::ArrayRef<clang::TemplateArgument>(argument);
    if (of_one && checked++ != 0) break;
    for (const clang::TemplateArgument& part : inner)
      if (part.getKind() == clang::TemplateArgument::Type && !has_one_encoding(part.getAsType()))
        return false;
  }
  return true;
}

}  // namespace mentat::mplc
