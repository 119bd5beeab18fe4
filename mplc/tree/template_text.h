// Template arguments as text that can stand anywhere in the main file.
#pragma once

#include "clang/AST/TemplateBase.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// Without the angle brackets.
inline std::string template_arguments(const context& x,
                                      llvm::ArrayRef<clang::TemplateArgument> arguments) {
  std::string text;
  for (const clang::TemplateArgument& argument : arguments) {
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      const std::string pack = template_arguments(x, argument.pack_elements());
      text += (text.empty() || pack.empty() ? "" : ", ") + pack;
      continue;
    }
    std::string one;
    if (argument.getKind() == clang::TemplateArgument::Type) {
      one = x.type_name(argument.getAsType());
    } else {
      llvm::raw_string_ostream out(one);
      argument.print(x.ast.getPrintingPolicy(), out, false);
    }
    text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

}  // namespace mentat::mplc
