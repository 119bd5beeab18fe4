// Nobody waits for the call that fails: the program goes on, and so does the object.
// No elision: an ordinary compiler throws at the call.
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::persistent]] counter {
 public:
  int add(int n) {
    total_ += n;
    if (n == 0) throw std::runtime_error("nothing to add");
    rtf(total_);
  }
  void check(int n) {
    if (total_ != n) throw std::logic_error("wrong total");
  }

 private:
  int total_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  c.add(0);
  int x = c.add(5);
  c.check(1);
  {
    int unused = c.add(0);
    unused = c.add(1);
    unused = c.add(0);
  }
  int y = c.add(10);
  y = c.add(20);
  std::printf("%d %d\n", x, y);
}
