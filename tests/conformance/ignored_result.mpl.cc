// An unused result: the call has its effect all the same, in order.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter {
 public:
  int add(int n) {
    total_ = total_ * 2 + n;
    rtf(total_);
  }
  void reset() { total_ = 1; }

 private:
  int total_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  c.add(1);
  (void)c.add(2);
  static_cast<void>(c.add(3));
  int n = c.add(0);
  c.reset();
  if (n > 3) c.add(5);
  for (int i = 0; i < 3; ++i) c.add(i);
  std::printf("%d %d\n", n, c.add(0));
}
