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
// expect: 7:43: error: data member 'balance' of Mentat class 'account' belongs to another object here, whose data only that object sees; call a member function of it [E0305]
// expect: 15:5: error: data member 'balance' of Mentat class 'account' cannot be accessed through a Mentat variable; call a member function that returns it [E0304]
// expect: 16:13: error: data member 'balance' of Mentat class 'account' cannot be accessed through a Mentat variable; call a member function that returns it [E0304]
