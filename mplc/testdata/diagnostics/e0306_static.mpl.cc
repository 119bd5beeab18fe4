#include <mentat/mpl.h>

persistent mentat class account {
 public:
  static int count() { return 1; }
  static int total;
};

account make();

int main() {
  account a;
  a.create();
  return make().count() + make().total + a.total;
}
// expect: 14:17: error: static member 'count' is not reached through a Mentat variable; write 'account::count' [E0306]
// expect: 14:34: error: static member 'total' is not reached through a Mentat variable; write 'account::total' [E0306]
