#include "mplc/classes/space_checks.h"

#include "mplc/classes/space_types.h"

namespace mentat::mplc {
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
  if (operation.name.ends_with("_for") && count != 0) check_time(call->getArg(0));
  for (unsigned k = operation.first_field; k < count; ++k)
    check_field(call->getArg(k), k - operation.first_field + 1, operation.puts());
  if (!call->isTypeDependent() && !call->containsErrors() && count > operation.first_field)
    note_use(call, operation);
  return true;
}

void space_checks::check_time(const clang::Expr* longest) {
  const clang::QualType type = longest->IgnoreParenImpCasts()->getType().getNonReferenceType();
  if (type->isDependentType() || longest->containsErrors()) return;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->lookup(&x_.ast.Idents.get("period")).empty())
    x_.error("E0807", longest->getBeginLoc(),
             "the first argument of in_for and rd_for is the longest time to wait, a "
             "std::chrono::duration such as std::chrono::seconds(1)");
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
  type = value_of_delayed(type);
  const auto* formal = of_mentat(type, "formal_field");
  if (formal != nullptr) {
    type = formal->getTemplateArgs()[0].getAsType();
    if (type != type.getNonReferenceType().getUnqualifiedType())
      return report("the type of a formal is that of a value: neither const nor a reference");
  }
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

void space_checks::note_use(const clang::CXXMemberCallExpr* call,
                            const context::space_operation& operation) {
  space_use use;
  use.operation = operation.name;
  for (unsigned k = operation.first_field; k < call->getNumArgs(); ++k) {
    const clang::Expr* field = call->getArg(k)->IgnoreParenImpCasts();
    const clang::QualType type = field->getType().getNonReferenceType().getCanonicalType();
    if (type->isDependentType()) return;
    if (of_mentat(type, "formal_field") != nullptr)
      use.formals |= std::uint32_t{1} << use.fields.size();
    use.fields.push_back(field_text(x_.ast, type));
  }
  const position at = x_.place(call->getExprLoc());
  use.file = at.file;
  use.line = at.line;
  places_.try_emplace(use, call->getExprLoc());
}

std::vector<space_use> space_checks::report_keys() {
  std::vector<space_use> uses;
  for (const auto& [use, place] : places_) uses.push_back(use);
  for (const tuple_type& type : tuple_types_of(uses))
    for (const std::size_t k : type.emptied_by)
      x_.remark("R0806", places_.at(type.uses[k]),
                "this " + type.uses[k].operation +
                    " leaves the key of its tuples empty: no field has a value in every pattern");
  return uses;
}

}  // namespace mentat::mplc
