// An exception that comes after rtf does not take the value back, and the object lives on.
// No elision: with an ordinary compiler rtf leaves the function.
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::persistent]] counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
    if (n < 0) throw std::runtime_error("after the result");
    total_ += 100;
  }

 private:
  int total_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  int a = c.add(5);
  int b = c.add(-1);
  int d = c.add(b);
  std::printf("%d %d %d\n", a, b, d);
}
