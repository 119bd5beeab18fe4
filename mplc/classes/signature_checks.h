// Checks the signature of a remote member function: arguments and results go by value to another
// process, and callers know them before the body: E0301, E0302, W0303, E0310, E0312, E0313. A
// constructor that cannot be called from another process is not an error: such objects are made
// where create() is called.
#pragma once

#include "mplc/classes/serialisation.h"
#include "mplc/tree/context.h"
#include "mplc/tree/view_types.h"

namespace mentat::mplc {

class signature_checks {
 public:
  signature_checks(context& x, serialisation& types) : x_(x), types_(types) {}

  void check(const clang::CXXMethodDecl* method) {
    const std::string name =
        method->getParent()->getNameAsString() + "::" + method->getNameAsString();
    const clang::CXXMethodDecl* plain = x_.plain_overridden(method);
    advice_ = plain == nullptr ? ""
                               : "; if only '" + plain->getParent()->getNameAsString() +
                                     "' calls this function, make it private";
    if (method->isVariadic())
      x_.error("E0313", method->getLocation(),
               "'" + name + "' takes '...'; give a Mentat member function named parameters");
    if (method->getNumParams() > max_parameters)
      x_.error("E0313", method->getLocation(),
               "'" + name + "' has " + std::to_string(method->getNumParams()) +
                   " parameters, and a call may have " + std::to_string(max_parameters) +
                   "; put some of them into a struct");
    check_result(method, name);
    for (const clang::ParmVarDecl* parameter : method->parameters())
      check_parameter(parameter, name);
    for (const auto* other : method->redecls())
      for (const auto* parameter : llvm::cast<clang::FunctionDecl>(other)->parameters())
        if (other != method && parameter->hasDefaultArg() && !parameter->hasInheritedDefaultArg())
          x_.error("E0313", parameter->getLocation(),
                   "give the default argument in the class, where callers see it");
  }

  // Whether a constructor has the same meaning in another process: its arguments travel, it changes
  // nothing that the caller can see, and the object keeps no reference to its arguments.
  bool travels(const clang::CXXConstructorDecl* constructor) {
    return constructor->getNumParams() <= max_parameters &&
           llvm::all_of(constructor->parameters(), [&](const clang::ParmVarDecl* parameter) {
             return fault_of(parameter, constructor).empty() &&
                    types_.travels(parameter->getType());
           });
  }

  // Why a constructor does not travel, as the beginning of a sentence; empty if it does.
  std::string why_it_stays(const clang::CXXConstructorDecl* constructor) {
    if (constructor->getNumParams() > max_parameters)
      return "this constructor has more than " + std::to_string(max_parameters) + " parameters";
    for (const clang::ParmVarDecl* parameter : constructor->parameters()) {
      const std::string name = "parameter '" + parameter->getNameAsString() + "' ";
      if (const std::string fault = fault_of(parameter, constructor); !fault.empty())
        return name + fault;
      if (const std::string found =
              types_.obstacle(parameter->getType(), parameter->getNameAsString());
          !found.empty())
        return name + "cannot be sent: " + found;
    }
    return "";
  }

 private:
  static constexpr unsigned max_parameters = 64;  // mmps/wire/codec.h: max_arguments

  // Why no message can carry a parameter of a constructor; empty if one can, provided that its type
  // can be sent.
  std::string fault_of(const clang::ParmVarDecl* parameter,
                       const clang::CXXConstructorDecl* constructor) const {
    const clang::QualType type = parameter->getType();
    const clang::QualType value = type.getNonReferenceType();
    const bool is_variable = x_.kind_of(value->getAsCXXRecordDecl()) != class_kind::none;
    if (parameter->isParameterPack()) return "is a parameter pack";
    if (is_pointer(type)) return "is a pointer";
    if (type->isLValueReferenceType() && !value.isConstQualified() && !is_variable)
      return "is a reference through which the caller would see a change";
    if (type->isReferenceType() && may_keep_reference(constructor->getParent(), value))
      return "is a reference that the object may keep";
    return "";
  }

  static bool may_keep_reference(const clang::CXXRecordDecl* owner, clang::QualType to) {
    return llvm::any_of(owner->fields(), [&](const clang::FieldDecl* field) {
      const clang::QualType type = field->getType();
      if (type->isReferenceType() || type->isPointerType()) {
        const clang::QualType pointee = type->getPointeeType();
        return pointee->isVoidType() || pointee.getCanonicalType().getUnqualifiedType() ==
                                            to.getCanonicalType().getUnqualifiedType();
      }
      const auto* record = type->getAsCXXRecordDecl();
      return record != nullptr && record->isInStdNamespace() &&
             record->getIdentifier() != nullptr &&
             (record->getName() == "reference_wrapper" || record->getName() == "span" ||
              record->getName() == "basic_string_view");
    });
  }

  static bool is_pointer(clang::QualType type) {
    type = type.getNonReferenceType();
    return type->isAnyPointerType() || type->isMemberPointerType() || type->isNullPtrType() ||
           type->isFunctionType();
  }

  void check_result(const clang::CXXMethodDecl* method, const std::string& name) {
    const clang::QualType result = method->getDeclaredReturnType();
    if (result->getContainedDeducedType() != nullptr)
      x_.error("E0313", method->getLocation(),
               "the result type of '" + name +
                   "' is deduced; write it, callers need it before the body is known");
    else if (result->isReferenceType() && result->getPointeeType()->isArrayType())
      x_.error("E0313", method->getLocation(),
               "'" + name + "' returns an array; return a std::array or a std::vector");
    else if (is_pointer(result))
      x_.error("E0302", method->getLocation(),
               "'" + name +
                   "' cannot return a pointer to another object; return the value, a std::vector "
                   "or a std::optional" +
                   advice_);
    else if (result->isReferenceType() && x_.plain_overridden(method) != nullptr)
      x_.error("E0313", method->getLocation(),
               "'" + name +
                   "' overrides a function of an ordinary class and returns a reference; the "
                   "result goes by value, so the override cannot keep it" +
                   advice_);
    else
      check_type(result, method, "the result of '" + name + "'", "result");
  }

  void check_parameter(const clang::ParmVarDecl* parameter, const std::string& name) {
    const clang::QualType type = parameter->getType();
    const std::string called = parameter->getIdentifier() != nullptr
                                   ? "'" + parameter->getNameAsString() + "'"
                                   : std::to_string(parameter->getFunctionScopeIndex() + 1);
    if (parameter->isParameterPack())
      return x_.error("E0313", parameter->getLocation(),
                      "'" + name + "' takes a parameter pack; send a std::vector or a std::tuple");
    if (is_pointer(type))
      return x_.error(
          "E0301", parameter->getLocation(),
          "pointer parameter " + called +
              " cannot be sent to another object; pass a value, a std::vector or a std::string" +
              advice_);
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified() &&
        !is_view(type) && x_.kind_of(record) == class_kind::none)
      x_.warning("W0303", parameter->getLocation(),
                 "parameter " + called + " of '" + name +
                     "' is passed by value: the caller sees no change; return the new value, or "
                     "take a const reference");
    if (is_view(type) && parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() &&
        !parameter->hasUninstantiatedDefaultArg() &&
        is_view_of_temporary(parameter->getDefaultArg()))
      return x_.error(
          "E0315", parameter->getLocation(),
          "the default argument of parameter " + called + " of '" + name +
              "' is a view of a temporary, which ends before the call; name a constant");
    check_type(type, parameter, "parameter " + called + " of '" + name + "'",
               parameter->getIdentifier() != nullptr ? parameter->getNameAsString()
                                                     : "parameter " + called);
  }

  void check_type(clang::QualType type, const clang::Decl* at, const std::string& what,
                  const std::string& path) {
    const auto* tag = type.getNonReferenceType()->getAsTagDecl();
    if (tag != nullptr && !tag->getIdentifier() && tag->getTypedefNameForAnonDecl() == nullptr)
      return x_.error("E0310", at->getLocation(),
                      what + " has an unnamed type; name it, the receiver must know it too");
    if (tag != nullptr && tag->getParentFunctionOrMethod() != nullptr)
      return x_.error("E0310", at->getLocation(),
                      what +
                          " has a type that is local to a function; move it out, the receiver must "
                          "know it too");
    if (type->isVoidType()) return;
    const std::string found = llvm::isa<clang::ParmVarDecl>(at)
                                  ? types_.obstacle_of_parameter(type, path)
                                  : types_.obstacle(type, path);
    if (!found.empty())
      x_.error("E0312", at->getLocation(), what + " cannot be sent: " + found + advice_);
  }

  context& x_;
  serialisation& types_;
  std::string advice_;  // for the function that is checked
};

}  // namespace mentat::mplc
