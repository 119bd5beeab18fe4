#include <mentat/mpl.h>

class [[mentat::regular]] doubler {
 public:
  int twice(int number) { return 2 * number; }
};

class [[mentat::persistent]] holder {
 public:
  holder() = default;
  explicit holder(int number) : number_(number) {}
  int number() { return number_; }

 private:
  int number_ = 1;
};

int call_elsewhere(int number) {
  doubler d;
  int twice = d.twice(number);
  return twice;
}

int make_elsewhere(int number) {
  holder h;
  mentat::create(h);
  int held = h.number();
  mentat::destroy(h);
  return held + number;
}

int make_by_declaration(int number) {
  holder h(number);
  int held = h.number();
  return held;
}
