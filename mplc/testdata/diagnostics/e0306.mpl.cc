#include <mentat/mpl.h>

persistent mentat class account {
 public:
  int sum(account other) { return other.hidden() + hidden() + this->hidden() + other.generic(1); }
  int operator()(int n) { return n; }
  bool operator<(const account& other) const { return false; }
  template <class T>
  T generic(T value) { return value; }
  static int count() { return 1; }

 private:
  int hidden() { return 1; }
};

account make();

int main() {
  account a;
  a.create();
  return a(1) + (a < a) + a.count() + make().count();
}
// expect: 5:41: error: private member function 'account::hidden' cannot be called through a Mentat variable; make it public [E0306]
// expect: 5:86: error: member function 'account::generic' cannot be called through a Mentat variable, because it is a template or an operator; give the class an ordinary member function [E0306]
// expect: 6:7: warning: 'operator()' is an operator and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 7:8: warning: 'operator<' is an operator and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 9:5: warning: 'generic' is a template and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 21:13: error: an operator of a Mentat class cannot be called through a Mentat variable; give 'account' a named member function [E0306]
// expect: 21:20: error: an operator of a Mentat class cannot be called through a Mentat variable; give 'account' a named member function [E0306]
// expect: 21:29: warning: static member function 'account::count' runs in the caller, not in the object; write account::count() to say so [W0307]
// expect: 21:46: error: static member 'count' is not reached through a Mentat variable; write 'account::count' [E0306]
