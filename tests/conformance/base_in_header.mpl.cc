// The base class stands in a header and has its bodies in another unit; this file derives from it
// and overrides.
#include "base_in_header.mpl.h"

#include <cstdio>

persistent mentat class cat : public animals::animal {
 public:
  std::string sound(int times) const override {
    std::string s;
    for (int i = 0; i < times + meals_; ++i) s += "m";
    rtf(s);
  }
  int sleep() { rtf(meals_ = 0); }
};

std::string listen(animals::animal& a) {
  std::string s = a.sound(3);
  return s;
}

int main() {
  animals::animal a;
  cat c;
  mentat::create(a);
  mentat::create(c);
  int x = animals::feed_twice(a, 1);
  int y = animals::feed_twice(c, 2);
  std::string s = listen(a), t = listen(c);
  c.sleep();
  std::printf("%d %d %s %s %d %s\n", x, y, s.c_str(), t.c_str(), c.meals(), listen(c).c_str());
}
