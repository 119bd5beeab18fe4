// Reads the text of a member function's declaration: the places of its parts, and the text of each
// parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "mplc/classes/text_places.h"
#include "mplc/facts/model.h"
#include "mplc/lower/raw_tokens.h"
#include "mplc/tree/context.h"
#include "mplc/tree/usr.h"

namespace mentat::mplc {

class head_reader {
 public:
  explicit head_reader(context& x) : x_(x), places_(x) {}

  // Returns nothing if a macro makes a part of the head.
  std::optional<method_head> read(const clang::CXXMethodDecl* method) {
    method_head made;
    const auto type = method->getFunctionTypeLoc();
    const auto begin = places_.begin(method->getInnerLocStart());
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
    made.specifiers.end = before_parentheses(made.specifiers);
    if (has_lost_macro(text_of(made.specifiers)))
      made.printed_result = x_.type_name(method->getReturnType());
    made.behind_parenthesis = *open;
    for (const clang::ParmVarDecl* parameter : method->parameters())
      if (const auto value = default_range(parameter)) made.cuts.push_back(*value);
    cut_override(method, made);
    if (method->getType()->castAs<clang::FunctionProtoType>()->hasTrailingReturn()) {
      const auto end = places_.end(type.getReturnLoc().getEndLoc());
      const auto arrow = places_.text().find("->", *close);
      if (!end || arrow >= *end) return std::nullopt;
      made.trailing_result = text_range{static_cast<text_offset>(arrow + 2), *end};
      made.cuts.push_back({static_cast<text_offset>(arrow), *end});
      const bool is_deduced = names_parameter(*made.trailing_result, method);
      if (is_deduced) check_names_known(method->getReturnType(), method->getLocation());
      if (is_deduced || has_lost_macro(text_of(*made.trailing_result)))
        made.printed_result = x_.type_name(method->getReturnType());
    }
    return made;
  }

  // The constraint is copied to the end of the class.
  copied_text read_constraint(const clang::CXXMethodDecl* method) const {
    const clang::Expr* constraint = method->getTrailingRequiresClause();
    if (constraint == nullptr) return {};
    const auto begin = x_.offset(constraint->getBeginLoc());
    const auto end = x_.end_offset(constraint->getEndLoc());
    if (!begin || !end || has_lost_macro(text_of({*begin, *end})))
      return {std::nullopt, constraint_of(method)};
    return places_.copy(begin, end);
  }

  // The guard is copied into a function of its own. REQUIRES: the definition is in the main file.
  guard_text read_guard(const clang::CallExpr* guard, const clang::FunctionDecl* definition) const {
    guard_text made;
    const clang::Expr* condition = guard->getArg(0);
    const auto begin = x_.offset(condition->getBeginLoc());
    const auto end = x_.end_offset(condition->getEndLoc());
    if (begin && end && !has_lost_macro(text_of({*begin, *end}))) {
      made.condition = places_.copy(begin, end);
    } else {
      llvm::raw_string_ostream to(made.condition.printed);
      condition->printPretty(to, nullptr, clang::PrintingPolicy(x_.ast.getLangOpts()));
    }
    made.line = x_.place(condition->getBeginLoc()).line;
    for (const clang::ParmVarDecl* parameter : definition->parameters())
      made.parameters.push_back(parameter->getNameAsString());
    return made;
  }

  mentat_parameter read_parameter(const clang::ParmVarDecl* parameter) {
    mentat_parameter made;
    const auto type_end = places_.end(parameter->getTypeSourceInfo()->getTypeLoc().getEndLoc());
    const auto begin = places_.begin(parameter->getBeginLoc());
    if (parameter->getIdentifier() != nullptr) {
      made.name = parameter->getNameAsString();
      const auto name = x_.offset(parameter->getLocation());
      const auto name_end = x_.end_offset(parameter->getLocation());
      made.before = places_.copy(begin, name);
      if (name_end && type_end && *type_end > *name_end)
        made.after = places_.copy(name_end, type_end);
    } else {
      made.before = places_.copy(begin, type_end);
    }
    if (const auto* function = llvm::cast<clang::FunctionDecl>(parameter->getDeclContext());
        made.before.range && names_parameter(*made.before.range, function)) {
      check_names_known(parameter->getType(), parameter->getLocation());
      made.before = made.after = {};
    }
    const bool is_of_macro =
        parameter->getLocation().isMacroID() && !x_.offset(parameter->getBeginLoc());
    if (is_of_macro || (begin && type_end && has_lost_macro(text_of({*begin, *type_end}))))
      made.before = made.after = {};
    if (!made.before.range) made.before.printed = x_.type_name(parameter->getType()) + " ";
    const clang::QualType type = parameter->getType();
    made.how = type->isReferenceType()                            ? passing::reference
               : !type->isDependentType() && type->isScalarType() ? passing::scalar
                                                                  : passing::value;
    if (const auto value = default_range(parameter))
      made.default_value = default_value(parameter, *value);
    return made;
  }

 private:
  // `int (op)(int n)`: where the parentheses around the name begin.
  [[nodiscard]] text_offset before_parentheses(text_range specifiers) const {
    const raw_tokens tokens(text_of(specifiers));
    text_offset end = specifiers.end;
    for (std::size_t i = tokens.size(); i-- > 0 && tokens.is(i, "(");)
      end = specifiers.begin + tokens[i].begin;
    return end;
  }

  // Whether a type depends on a parameter, as `decltype(a + b)` does. Such text has no meaning
  // where the parameters are not declared.
  [[nodiscard]] bool names_parameter(text_range type, const clang::FunctionDecl* function) const {
    const raw_tokens tokens(text_of(type));
    bool deduces = false, names = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      deduces = deduces || tokens.is(i, "decltype") || tokens.is(i, "typeof") ||
                tokens.is(i, "__typeof__");
      names = names || llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl* one) {
                return tokens.is(i, one->getName());
              });
    }
    return deduces && names;
  }

  void check_names_known(clang::QualType type, clang::SourceLocation where) {
    if (type->isDependentType())
      x_.error("E0313", where,
               "this type depends on a parameter of the function and on one of the class "
               "template; write it without 'decltype'");
  }

  [[nodiscard]] std::string_view text_of(text_range range) const {
    return places_.text().substr(range.begin, range.end - range.begin);
  }

  // Cuts `override` and `final`: the function that the text becomes overrides nothing.
  void cut_override(const clang::CXXMethodDecl* method, method_head& made) const {
    if (x_.plain_overridden(method) == nullptr || x_.root(method) != method) return;
    for (const clang::Attr* attribute : method->attrs()) {
      if (!llvm::isa<clang::OverrideAttr, clang::FinalAttr>(attribute)) continue;
      const auto begin = places_.begin(attribute->getLocation());
      const auto end = places_.end(attribute->getLocation());
      if (begin && end) made.cuts.push_back({*begin, *end});
    }
  }

  std::optional<text_range> default_range(const clang::ParmVarDecl* parameter) const {
    if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg()) return std::nullopt;
    return places_.default_argument(parameter->getDefaultArgRange());
  }

  // Reads a default argument, which is evaluated at the end of the class. Where a macro makes a
  // part of it, the text is Clang's.
  copied_text default_value(const clang::ParmVarDecl* parameter, text_range written) {
    const clang::Expr* value =
        parameter->hasUninstantiatedDefaultArg() || parameter->hasUnparsedDefaultArg()
            ? nullptr
            : parameter->getDefaultArg();
    const auto begin = static_cast<text_offset>(places_.text().find('=', written.begin) + 1);
    if (!value || !has_macro(places_.text().substr(begin, written.end - begin)))
      return places_.copy(begin, written.end);
    std::string text;
    llvm::raw_string_ostream to(text);
    value->printPretty(to, nullptr, clang::PrintingPolicy(x_.ast.getLangOpts()));
    return {std::nullopt, to.str()};
  }
  // Whether the text names a macro that may be unknown at the end of the file or of the class, or
  // that may have another meaning there.
  [[nodiscard]] bool has_lost_macro(std::string_view text) const {
    const raw_tokens tokens(text);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (!tokens[i].identifier) continue;
      if (tokens.is(i, "__COUNTER__") || tokens.is(i, "__LINE__")) return true;
      const clang::IdentifierInfo& name = x_.ast.Idents.get(tokens[i].text);
      if (name.hadMacroDefinition() && !name.hasMacroDefinition()) return true;
    }
    return false;
  }
  // Whether the text names a macro that is defined somewhere in the file.
  [[nodiscard]] bool has_macro(std::string_view text) const {
    const raw_tokens tokens(text);
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i].identifier && x_.ast.Idents.get(tokens[i].text).hadMacroDefinition())
        return true;
    return false;
  }

  context& x_;
  text_places places_;
};

}  // namespace mentat::mplc
