// Objects that wait for each other in circles, many times: exactly one call of a circle fails, and
// no call both fails and takes effect.
// No elision: an object there does not find that it waits for itself.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] other_half;

class [[mentat::persistent]] half {
 public:
  void meet(other_half other);
  int begin_circle(half me);
  int answer() { return ++answered_; }
  int cross();
  int answered() { return answered_; }

 private:
  mentat::ref<other_half> other_;
  int answered_ = 0;
};

class [[mentat::persistent]] other_half {
 public:
  void meet(half other) { other_ = other; }
  int close_circle(half caller) {
    try {
      int never = caller.answer();
      return 1000 + never;
    } catch (const mentat::deadlock&) {
      return 1;
    }
  }
  int answer() { return ++answered_; }
  int cross() {
    try {
      int answer = other_.answer();
      return answer > 0 ? 1 : 0;
    } catch (const mentat::deadlock&) {
      return 100;
    }
  }
  int answered() { return answered_; }

 private:
  half other_;
  int answered_ = 0;
};

void half::meet(other_half other) { other_ = other; }

// The last call of the circle, which has not begun, is the one that fails.
int half::begin_circle(half me) {
  try {
    other_half other = other_;
    int closed = other.close_circle(me);
    return 10 + closed;
  } catch (const mentat::deadlock&) {
    return 10000;
  }
}

int half::cross() {
  try {
    other_half other = other_;
    int answer = other.answer();
    return answer > 0 ? 1 : 0;
  } catch (const mentat::deadlock&) {
    return 100;
  }
}

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
