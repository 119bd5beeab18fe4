// Objects that wait for each other, in circles: exactly one call of a circle fails, and no call
// both fails and takes effect.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::persistent]] other_of_circle;

class [[mentat::persistent]] one_of_circle {
 public:
  void meet(other_of_circle other);
  int begin_circle(one_of_circle me);
  int answer() { return ++answered_; }
  int cross();
  int answered() { return answered_; }

 private:
  mentat::ref<other_of_circle> other_;
  int answered_ = 0;
};

class [[mentat::persistent]] other_of_circle {
 public:
  void meet(one_of_circle other) { other_ = other; }
  int close_circle(one_of_circle caller) {
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
      return 1 + 0 * answer;
    } catch (const mentat::deadlock&) {
      return 100;
    }
  }
  int answered() { return answered_; }

 private:
  one_of_circle other_;
  int answered_ = 0;
};

void one_of_circle::meet(other_of_circle other) { other_ = other; }

// The last call of the circle, which has not begun, is the one that fails.
int one_of_circle::begin_circle(one_of_circle me) {
  try {
    other_of_circle other = other_;
    int closed = other.close_circle(me);
    return 10 + closed;
  } catch (const mentat::deadlock&) {
    return 10000;
  }
}

int one_of_circle::cross() {
  try {
    other_of_circle other = other_;
    int answer = other.answer();
    return 1 + 0 * answer;
  } catch (const mentat::deadlock&) {
    return 100;
  }
}

namespace {

constexpr int pairs = 3;

// Whether a circle of two arises depends on the order of the calls; then one of the two fails, and
// the other one takes effect.
std::string crossed(one_of_circle* ones, other_of_circle* others) {
  std::string all;
  for (int times = 0; times < 2; ++times) {
    int before[pairs], done[pairs], also[pairs];
    for (int i = 0; i < pairs; ++i) {
      int here = ones[i].answered();
      int there = others[i].answered();
      before[i] = here + there;
    }
    for (int i = 0; i < pairs; ++i) {
      done[i] = ones[i].cross();
      also[i] = others[i].cross();
    }
    for (int i = 0; i < pairs; ++i) {
      const int both = done[i] + also[i];
      int here = ones[i].answered();
      int there = others[i].answered();
      const int effects = here + there - before[i];
      const bool is_sound = (both == 2 && effects == 2) || (both == 101 && effects == 1);
      all += is_sound ? "." : "(" + std::to_string(both) + ", " + std::to_string(effects) + ")";
    }
  }
  return all;
}

}  // namespace

std::string mentat::sim::mutual_waits() {
  one_of_circle ones[pairs];
  other_of_circle others[pairs];
  for (int i = 0; i < pairs; ++i) {
    mentat::create(ones[i]);
    mentat::create(others[i], mentat::apart_from(ones[i]));
    ones[i].meet(others[i]);
    others[i].meet(ones[i]);
  }
  std::string all;
  int closed[pairs];
  for (int i = 0; i < pairs; ++i) closed[i] = ones[i].begin_circle(ones[i]);
  for (int i = 0; i < pairs; ++i) {
    all += std::to_string(closed[i]) + " ";
    int answered = ones[i].answered();
    all += std::to_string(answered) + " ";
  }
  return all + crossed(ones, others);
}
