// Objects that wait for each other in circles, many times: exactly one call of a circle fails, and
// no call both fails and takes effect.
// No elision: an object there does not find that it waits for itself.
#include <mentat/mpl.h>

#include <iostream>

#include "object_circles.mpl.h"

using circles::half;
using circles::other_half;

int main() {
  half one;
  other_half other;
  mentat::create(one);
  mentat::create(other, mentat::apart_from(one));
  one.meet(other);
  other.meet(one);
  int closed = 0;
  for (int i = 0; i < 10; ++i) {
    int result = one.begin_circle(one);
    closed += result;
  }
  std::cout << closed << " " << one.answered() << "\n";

  // Whether a circle arises depends on the order of the calls; then one of the two fails, and the
  // other one takes effect.
  int sound = 0, before = 0;
  for (int i = 0; i < 10; ++i) {
    int first = one.cross();
    int second = other.cross();
    const int both = first + second;
    int here = one.answered();
    int there = other.answered();
    const int effects = here + there - before;
    before = here + there;
    if ((both == 2 && effects == 2) || (both == 101 && effects == 1)) ++sound;
  }
  std::cout << sound << "\n";
  return 0;
}
