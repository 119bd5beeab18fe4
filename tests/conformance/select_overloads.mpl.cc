// Overloads in maccept are chosen by the declared parameters; derived classes select functions of their base.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] base {
 public:
  int take(int n) { return ints_ += n; }
  int take(double x) { return halves_ += static_cast<int>(2 * x); }
  int state() { return 1000 * ints_ + halves_; }

 protected:
  int ints_ = 0, halves_ = 0;
};

class [[mentat::persistent]] chooser : public base {
 public:
  // First an int, then a double, whatever comes first.
  int in_order() {
    mselect {
      : maccept take(int n);
        ints_ *= 10;
        break;
    };
    mselect {
      : maccept take(double x);
        halves_ *= 10;
        break;
    };
    return 1;
  }
};

int main() {
  chooser c;
  mentat::create(c);
  int ordered = c.in_order();
  int x = c.take(2.5);
  int n = c.take(7);
  int state = ordered == 1 && x + n > 0 ? c.state() : 0;
  std::printf("%d %d %d\n", n, x, state);
}
