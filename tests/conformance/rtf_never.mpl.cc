// A function that ends without rtf: its caller, and each call that depends on it, gets
// mentat::broken_rtf and does not hang.
// No elision: with an ordinary compiler the behaviour is undefined.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::persistent]] careless {
 public:
  int positive(int n) {
    ++calls_;
    if (n > 0) rtf(n);
  }
  int calls() { rtf(calls_); }

 private:
  int calls_ = 0;
};

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main() {
  careless c;
  adder a;
  mentat::create(c);
  int x = c.positive(5);
  int y = c.positive(-5);
  int z = a.add(x, c.positive(0));
  try {
    std::printf("%d ", x);
    std::printf("%d ", y);
  } catch (const mentat::broken_rtf&) {
    std::printf("broken ");
  }
  try {
    std::printf("%d ", z);
  } catch (const std::runtime_error&) {
    std::printf("broken ");
  }
  std::printf("%d\n", c.calls());
}
