#include <mentat/mpl.h>
// Without a header, what functions mean is not known; what classes say is.
#include "missing.h"
regular mentat class worker {
 public:
  int f(int* n) { return *n; }
  int g(missing n) { return n.x; }
};
int main() { worker w; missing m; int a = w.g(m); return a; }
// expect: 3:10: error: 'missing.h' file not found
// expect: 6:14: error: pointer parameter 'n' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
