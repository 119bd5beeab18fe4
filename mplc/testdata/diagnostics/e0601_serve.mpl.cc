#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return n; }
  void serve() {
    mselect { : maccept add(int n); break; };
  }
  void again() { serve(); }
};

class [[mentat::regular]] waiter {
 public:
  void serve() {}
};

void run(counter c, waiter w) {
  w.serve();
  c.serve();
}
// expect: 19:5: error: 'serve' is the thread of control of the object and cannot be called [E0601]
