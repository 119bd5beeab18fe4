#include <mentat/errors.h>

#include "object_circles.mpl.h"

namespace circles {

void half::meet(other_half other) { other_ = other; }

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

void other_half::meet(half other) { other_ = other; }

int other_half::close_circle(half caller) {
  try {
    int never = caller.answer();
    return 1000 + never;
  } catch (const mentat::deadlock&) {
    return 1;
  }
}

int other_half::cross() {
  try {
    int answer = other_.answer();
    return answer > 0 ? 1 : 0;
  } catch (const mentat::deadlock&) {
    return 100;
  }
}

}  // namespace circles
