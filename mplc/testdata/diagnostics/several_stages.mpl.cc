#include <mentat/mpl.h>
// What is wrong in one place does not hide what is wrong in another.

regular mentat class pipe {
 public:
  int f(int n) { return n; }
};
regular mentat class worker {
 public:
  int f(int* n) { return *n; }
  int g(int n) { return n; }
};
int main() {
  worker w;
  int a = 0;
  int* p = &a;
  a = w.g(1);
  auto address = &worker::g;
  return w.g(*p) + a;
}
int early = worker().g(1);
// expect: 4:22: error: Mentat class 'pipe' has the name of the C function 'pipe()'; put it into a namespace [E0211]
// expect: 10:14: error: pointer parameter 'n' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 18:18: error: 'worker::g' has no address, it is called by messages; use a lambda that calls it [E0309]
// expect: 21:22: error: 'early' is initialised before main() begins, when 'worker::g' cannot be called yet; make the call in a function [E0314]
