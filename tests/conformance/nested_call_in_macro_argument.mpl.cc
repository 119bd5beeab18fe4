// A call whose function a macro writes cannot be edited: its arguments are values, also those of
// other calls.
#include <mentat/mpl.h>

#include <iostream>

#define CALL(o, x) (o).square(x)
#define SUM(o, x, y) (o).sum(x, (o).square(y))
#define GIVE(x) x

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  int sum(int a, int b) { return a + b; }
  int chain(int n) {
    worker w;
    return CALL(w, w.square(n));
  }
};

int main() {
  worker s;
  int a = CALL(s, s.square(2));
  int delayed = s.square(3);
  int b = CALL(s, delayed);
  int c = CALL(s, CALL(s, s.square(2)));
  int d = SUM(s, s.square(3), s.square(2));
  int e = s.square(GIVE(s.square(2)));
  int f = s.square(CALL(s, s.square(1)));
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << e << ' ' << f << ' ' << s.chain(2)
      << '\n';
}
