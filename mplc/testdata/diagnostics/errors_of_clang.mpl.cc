#include <mentat/mpl.h>
// An error of Clang in one place hides nothing elsewhere, and has no error of mplc for a consequence.
#include <string>

struct bad { missing_type field; int ok = 0; };
regular mentat class worker {
 public:
  int f(int* n) { return *n; }
  int g(int n) { return n; }
  int h(unknown n);
  int i(bad b) { return b.ok; }
  int j(int n) { if (n > 1) rtf(n); }
  auto k(int n) { return n; }
  int l(int n) { return n }
};
persistent mentat class pipe { public: int f() { return 1; } int x = 0; };
int use() {
  worker w;
  return w.h(3) + w.i({});
}
int main() {
  worker w;
  int a = w.g(1);
  int b = missing + w.g(a);
  int* p = &a;
  a = w.g(1);
  auto address = &worker::g;
  a = w.g(*p);
  return b;
}
int fine() {
  worker w;
  int a = 0;
  a = w.g(1);
  if (a) return 0;
  worker::nothing();
  mselect { : maccept f(int n); };
  return w.g(1) + a;
}
int early = worker().g(1);
// expect: 5:14: error: unknown type name 'missing_type'
// expect: 8:14: error: pointer parameter 'n' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 10:9: error: unknown type name 'unknown'
// expect: 12:7: warning: a path through 'j' ends without rtf [W0501]
// expect: 13:8: error: the result type of 'worker::k' is deduced; write it, callers need it before the body is known [E0313]
// expect: 14:26: error: expected ';' after return statement
// expect: 16:25: error: Mentat class 'pipe' has the name of the C function 'pipe()'; put it into a namespace [E0211]
// expect: 24:11: error: expected expression
// expect: 24:11: error: use of undeclared identifier 'missing'; did you mean 'using'?
// expect: 27:18: error: 'worker::g' has no address, it is called by messages; use a lambda that calls it [E0309]
// expect: 36:11: error: no member named 'nothing' in 'worker'
// expect: 37:3: error: mselect belongs in a member function of a persistent Mentat class; only such an object has calls to accept [E0604]
// expect: 40:22: error: 'early' is initialised before main() begins, when 'worker::g' cannot be called yet; make the call in a function [E0314]
