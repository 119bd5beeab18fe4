// Objects that wait for each other in circles. The program of the simulated world mutual_waits uses
// them, too.
#pragma once
#include <mentat/mpl.h>

namespace circles {

class [[mentat::persistent]] other_half;

class [[mentat::persistent]] half {
 public:
  void meet(other_half other);
  // The last call of the circle, which has not begun, is the one that fails: 11.
  int begin_circle(half me);
  int answer() { return ++answered_; }
  // 1, or 100 if its call has failed.
  int cross();
  int answered() { return answered_; }

 private:
  mentat::ref<other_half> other_;
  int answered_ = 0;
};

class [[mentat::persistent]] other_half {
 public:
  void meet(half other);
  int close_circle(half caller);
  int answer() { return ++answered_; }
  int cross();
  int answered() { return answered_; }

 private:
  half other_;
  int answered_ = 0;
};

}  // namespace circles
