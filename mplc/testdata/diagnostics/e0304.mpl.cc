#include <mentat/mpl.h>

persistent mentat class account {
 public:
  int balance = 0;
  static int count;
  bool same(account other) { return other.balance == balance && this->balance == (*this).balance; }
};
int account::count = 0;

int main() {
  account a;
  a.create();
  account* p = &a;
  a.balance = 3;
  return p->balance + a.count;
}
