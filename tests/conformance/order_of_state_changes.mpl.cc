// The same between several objects that feed each other: every object sees its calls in program
// order.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] cell {
 public:
  int push(int n) {
    value_ = (value_ * 10 + n) % 1000000;
    rtf(value_);
  }

 private:
  int value_ = 0;
};

int main() {
  cell a, b, c;
  mentat::create(a);
  mentat::create(b);
  mentat::create(c);
  int x = a.push(1);
  int y = b.push(x);
  x = a.push(b.push(c.push(y)));
  b.push(2);
  c.push(x);
  y = c.push(3);
  a.push(b.push(a.push(y)));
  std::printf("%d %d %d\n", a.push(0), b.push(0), c.push(0));
}
