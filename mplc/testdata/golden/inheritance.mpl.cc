#include "inheritance.mpl.h"

namespace zoo {

int dog::sound(int times) {
  rtf(times + legs());
}

// A class of this file with a base of another.
persistent mentat class puppy : public animal {
 public:
  puppy() : animal(4) {}
  int sound(int times) override { return times; }
};

}  // namespace zoo

int main(int argc, char** argv) {
  zoo::dog d;
  d.create();
  zoo::animal& some = d;
  return some.sound(3);
}
