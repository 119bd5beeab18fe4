// Results that macros spell: constants, functions of macros, and values in which a macro begins or
// ends.
#include <mentat/mpl.h>
#include <climits>
#include <cstdio>
#define ONE 1
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(x) x + x
class [[mentat::regular]] one {
 public:
  int a() { return ONE; }
  int b(int n) { return MAX(n, 2); }
  int c(int n) { return INT_MAX - n; }
  int d(int n) { return n + ONE; }
  int e(int) { rtf(ONE); }
  int f(int n) {
    one o;
    int w = o.d(n);
    return MAX(w, ONE);
  }
  int g(int n) {
    one o;
    int w = o.d(n);
    return TWICE(w);
  }
  int h(int n) {
    one o;
    return TWICE(o.d(n));
  }
};
int main() {
  one o;
  std::printf("%d %d %d %d %d %d %d %d\n", o.a(), o.b(5), o.c(7), o.d(3), o.e(1), o.f(4), o.g(2),
              o.h(2));
}
