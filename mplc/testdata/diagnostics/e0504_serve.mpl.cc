#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return n; }
  void serve() {
    rtf();
    mselect { : maccept add(int n); rtf(n); break; };
  }
};
// expect: 7:5: error: 'rtf' is used in 'serve', which nobody calls: it has no result [E0504]
// expect: 8:37: error: 'rtf' is used in 'serve', which nobody calls: it has no result [E0504]
