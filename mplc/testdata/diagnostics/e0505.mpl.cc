#include <mentat/mpl.h>

mentat class worker {
 public:
  int op(int n) {
    auto answer = [&] { rtf(n); };
// expect: 6:25: error: 'rtf' is used in a lambda; only the member function itself can hand on its result [E0505]
    answer();
    rtf(n);
  }
};
