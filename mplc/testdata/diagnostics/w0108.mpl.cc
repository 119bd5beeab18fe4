#include <mentat/mpl.h>

mentat class worker {
 public:
  int op(int n) { return n; }
};

int run(worker A) {
#if defined(MINE) || \
    defined(__GNUC__) && __GNUC__ > 12
  int w = A.op(1);
#elif defined(__clang__)
  int w = A.op(2);
#else
  int w = A.op(3);
#endif
#ifndef __clang_major__
  w += 1;
#endif
#ifdef __linux__
  w += 2;
#endif
  return w;
}
// expect: 9:2: warning: the conditional tests the compiler: mplc translates the branch for Clang, also if another compiler gets the translation [W0108]
// expect: 12:2: warning: the conditional tests the compiler: mplc translates the branch for Clang, also if another compiler gets the translation [W0108]
// expect: 17:2: warning: the conditional tests the compiler: mplc translates the branch for Clang, also if another compiler gets the translation [W0108]
