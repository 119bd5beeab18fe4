// flags: -Welision
#include <mentat/mpl.h>

persistent mentat class counter {
 public:
  int add(int n) { return n; }
};
mentat class worker {
 public:
  int use(counter c) { return c.add(1); }
};

counter made();

int main() {
  counter a;
  a.create();
  counter b = a;
  b = a;
  counter c = made();
  worker w, v = w;
  return w.use(a) + v.use(c);
}
