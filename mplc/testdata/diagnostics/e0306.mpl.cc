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
