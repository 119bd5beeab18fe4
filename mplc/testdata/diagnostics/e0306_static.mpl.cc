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
