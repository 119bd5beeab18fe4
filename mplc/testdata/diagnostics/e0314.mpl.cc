#include <mentat/mpl.h>

regular mentat class worker {
 public:
  int f(int n) { return n; }
};
worker w;
int early = w.f(1);
namespace inner {
const int also = 2 * w.f(2);
}
struct settings {
  static inline int level = w.f(3);
  int own = w.f(4);
};
auto later = [] { return w.f(5); };
int on_demand() {
  static int kept = w.f(6);
  return kept + later();
}
// expect: 8:15: error: 'early' is initialised before main() begins, when 'worker::f' cannot be called yet; make the call in a function [E0314]
// expect: 10:24: error: 'also' is initialised before main() begins, when 'worker::f' cannot be called yet; make the call in a function [E0314]
// expect: 13:31: error: 'level' is initialised before main() begins, when 'worker::f' cannot be called yet; make the call in a function [E0314]
