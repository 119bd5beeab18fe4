#include <mentat/mpl.h>

namespace mentat {
class space {
 public:
  template <class... Field>
  void eval(const Field&... fields) const {}
};
}  // namespace mentat

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
};

int plain(int n) { return n + 1; }

void use(mentat::space s, worker w, int n) {
  s.eval("square", n, w.square(n));
  int later = w.square(n);
  s.eval("square", n, later);
  mentat::result<int> lasting = w.square(n);
  s.eval("square", n, lasting);
  s.eval("square", n, plain(n));
  s.eval("square", 3);
}
// expect: 24:3: warning: no field of this eval is a Mentat call or a variable that waits for one, so all are evaluated here first; write out, or make one a call [W0804]
// expect: 25:3: warning: no field of this eval is a Mentat call or a variable that waits for one, so all are evaluated here first; write out, or make one a call [W0804]
