// Classes called as the functions that each Mentat variable has.
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] create {
 public:
  int f(int x) { return x + 1; }
};
class [[mentat::persistent]] bound {
 public:
  int f(int x) { return x + 2; }
};
class [[mentat::regular]] destroy {
 public:
  int f(int x) { return x + 3; }
};

int main() {
  create c;
  bound b;
  destroy d;
  mentat::create(c);
  mentat::create(b);
  int sum = c.f(3), second = b.f(sum), third = d.f(second);
  std::cout << sum << ' ' << second << ' ' << third << ' ' << mentat::bound(b) << '\n';
  mentat::destroy(c);
}
