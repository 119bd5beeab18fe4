// && || ! and the comma with calls: a skipped operand is not called.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter {
 public:
  bool tick(bool answer) {
    ++ticks_;
    rtf(answer);
  }
  int ticks() { rtf(ticks_); }

 private:
  int ticks_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  bool a = c.tick(false) && c.tick(true);
  bool b = c.tick(true) || c.tick(false);
  bool d = !c.tick(true);
  bool e = c.tick(true);
  bool f = c.tick(false);
  int n = (c.tick(true), c.ticks());
  if (e && !f && (f || c.tick(e))) n += 100;
  bool g = e == f ? c.tick(true) : false;
  std::printf("%d%d%d%d%d%d %d %d\n", a, b, d, e, f, g, n, c.ticks());
}
