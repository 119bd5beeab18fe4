// Which calls run inline, by a profile (mplc/facts/call_profile.h): those of regular classes that
// are brief and cannot wait (waitless_functions.h). Thread-safety: none.
#pragma once

#include <string>

#include "mplc/classes/waitless_functions.h"
#include "mplc/facts/call_profile.h"
#include "mplc/facts/model.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// `made`: the class as far as it is read.
inline void read_brief_method(context& x, const clang::CXXMethodDecl* method,
                              const mentat_class& made, mentat_method& of) {
  if (x.profile == nullptr || made.kind != class_kind::regular) return;
  const auto mean = x.profile->brief_mean(made.title + "::" + of.name);
  if (!mean) return;
  const std::string why = waitless_functions(x).why_it_may_wait(method);
  of.runs_inline = why.empty();
  const std::string text = "calls of '" + of.name + "' take " + std::to_string(*mean) +
                           " ns, and another worker is worth it from " +
                           std::to_string(x.profile->break_even()) + " ns on: they ";
  x.remark("R0409", method->getLocation(),
           text + (why.empty() ? "run inline" : "would run inline, but " + why));
}

}  // namespace mentat::mplc
