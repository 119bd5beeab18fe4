#include <mentat/mpl.h>

mentat class stage {
 public:
  int run(int n) { return helper(n); }
  static int helper(int n) { return n; }
};

int main() {
  auto p = &stage::run;
  auto q = &stage::helper;
  stage s;
  return (s.*p)(1) + q(2);
}
// expect: 10:12: error: 'stage::run' has no address, it is called by messages; use a lambda that calls it [E0309]
