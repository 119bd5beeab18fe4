#include <mentat/mpl.h>

persistent mentat class pipe {
 public:
  int f(int n) { return n; }
};
regular mentat class log {
 public:
  int f(int n) { return n; }
};
namespace plumbing {
persistent mentat class pipe {
 public:
  int f(int n) { return n; }
};
}  // namespace plumbing
class owner {
 public:
  persistent mentat class clock {
   public:
    int f(int n) { return n; }
  };
};
// expect: 3:25: error: Mentat class 'pipe' has the name of the C function 'pipe()'; put it into a namespace [E0211]
// expect: 7:22: error: Mentat class 'log' has the name of the C function 'log()'; put it into a namespace [E0211]
