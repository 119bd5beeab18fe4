#include <mentat/mpl.h>

mentat class worker {
 public:
  int twice(int n) {
    rtf(n);
    if (n > 1) rtf(n + 1);
// expect: 7:16: warning: rtf may execute twice on a path through 'twice' [W0503]
  }
  int in_loop(int n) {
    while (n-- > 0) rtf(n);
// expect: 10:7: warning: a path through 'in_loop' ends without rtf [W0501]
// expect: 11:21: warning: rtf may execute twice on a path through 'in_loop' [W0503]
  }
  int either(int n) {
    if (n > 1) rtf(n);
    else rtf(0);
  }
};
