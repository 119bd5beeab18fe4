// Static variables of a function: initialised by a call, once; assigned by calls later.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter {
 public:
  int next() { rtf(++count_); }

 private:
  int count_ = 0;
};

int keep(counter& c) {
  static int first = c.next();
  static int last = 0;
  static const int table[2] = {c.next(), c.next()};
  last = c.next();
  return first * 1000 + table[1] * 100 + last;
}

int main() {
  counter c;
  mentat::create(c);
  int a = keep(c);
  int b = keep(c);
  int n = c.next();
  std::printf("%d %d %d\n", a, b, n);
}
