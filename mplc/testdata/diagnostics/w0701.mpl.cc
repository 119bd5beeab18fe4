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
// expect: 18:15: warning: this copies the name of a 'counter', not the object; an ordinary compiler would copy the object [W0701]
// expect: 19:5: warning: this copies the name of a 'counter', not the object; an ordinary compiler would copy the object [W0701]
// expect: 22:16: warning: this copies the name of a 'counter', not the object; an ordinary compiler would copy the object [W0701]
// expect: 22:27: warning: this copies the name of a 'counter', not the object; an ordinary compiler would copy the object [W0701]
