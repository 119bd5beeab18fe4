// mentat::force() starts the recorded calls [TOCS96 3.2.2] and changes no answer.
#include <mentat/mpl.h>

#include <cstdio>

persistent mentat class counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }

 private:
  int total_ = 0;
};

int main() {
  mentat::force();
  counter c;
  mentat::create(c);
  int x = c.add(1);
  mentat::force();
  int y = c.add(x);
  c.add(10);
  mentat::force();
  mentat::force();
  y = c.add(y);
  std::printf("%d %d\n", x, y);
  c.add(100);
  mentat::force();
}
