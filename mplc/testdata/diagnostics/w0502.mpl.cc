#include <mentat/mpl.h>

mentat class worker {
 public:
  int never(int n) { n += 1; }
// expect: 5:7: warning: no path through 'never' executes rtf or returns a value [W0502]
  int out_of_line(int n);
  int lambda(int n) {
// expect: 8:7: warning: no path through 'lambda' executes rtf or returns a value [W0502]
    auto f = [&] { return n; };
    f();
  }
};
int worker::out_of_line(int n) { ++n; }
// expect: 14:13: warning: no path through 'out_of_line' executes rtf or returns a value [W0502]
