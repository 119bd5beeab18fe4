// MENTAT_CHECK: a broken invariant of ours ends the process at once, in every build, and prints the
// condition. Never used on bytes from outside; those are errors, not broken invariants.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace mentat::base {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line,
                                      const char* why) {
  std::fprintf(stderr, "mentat: broken invariant: %s (%s) at %s:%d\n", condition, why, file, line);
  std::abort();
}

}  // namespace mentat::base

#define MENTAT_CHECK(condition, why) \
  (static_cast<bool>(condition)      \
       ? static_cast<void>(0)        \
       : ::mentat::base::check_failed(#condition, __FILE__, __LINE__, why))
