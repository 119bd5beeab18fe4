// Where a Mentat class may be defined.
#pragma once

#include "mplc/classes/c_functions.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// A Mentat class stands at namespace scope or as a public part of another class [E0201]. At
// namespace scope, no function may have its name [E0211].
inline bool check_place(context& x, const clang::CXXRecordDecl* definition, bool is_header) {
  const auto fail = [&](const std::string& why) {
    x.error("E0201", definition->getLocation(),
            "Mentat class '" + definition->getNameAsString() + "' " + why);
    return false;
  };
  if (definition->getParentFunctionOrMethod() != nullptr)
    return fail("cannot be local to a function; define it at namespace or class scope");
  if (is_header && definition->isInAnonymousNamespace())
    return fail("of a header cannot be in an unnamed namespace; each file would have its own");
  for (const clang::DeclContext* scope = definition->getDeclContext(); scope != nullptr;
       scope = scope->getParent())
    if (scope->isDependentContext())
      return fail("cannot be nested in a class template; define it outside");
  for (const clang::CXXRecordDecl* inner = definition; inner != nullptr;
       inner = llvm::dyn_cast<clang::CXXRecordDecl>(inner->getDeclContext()))
    if (inner->getAccess() == clang::AS_private || inner->getAccess() == clang::AS_protected)
      return fail("cannot be a private part of another class; make it public");
  const std::string name = definition->getNameAsString();
  if (definition->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
      is_c_function(name)) {
    x.error("E0211", definition->getLocation(),
            "Mentat class '" + name + "' has the name of the C function '" + name +
                "()'; put it into a namespace");
    return false;
  }
  return true;
}

}  // namespace mentat::mplc
