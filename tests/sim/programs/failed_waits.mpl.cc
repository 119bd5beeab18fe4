// Regular calls that wait for a guard which nothing opens: each fails, in any process, also if it
// is executed again.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::persistent]] locker {
 public:
  int take(int key) {
    mentat::guard(key < 0);
    return ++taken_;
  }
  int taken() { return taken_; }

 private:
  int taken_ = 0;
};

class [[mentat::regular]] taker {
 public:
  int take(locker from, int key) {
    int taken = from.take(key);
    return taken;
  }
};

std::string failed_waits_of(int count) {
  locker l;
  mentat::create(l);
  taker t;
  std::vector<int> taken(count);
  for (int i = 0; i < count; ++i) taken[i] = t.take(l, i);
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    try {
      if (taken[i] == 0) return "a wait ended";
    } catch (const mentat::remote_error&) {
      ++failed;
    }
  }
  int effects = l.taken();
  return std::to_string(failed) + " " + std::to_string(effects);
}

}  // namespace

std::string mentat::sim::failed_waits() {
  std::string told = failed_waits_of(5);
  return told;
}

std::string mentat::sim::many_failed_waits() {
  std::string told = failed_waits_of(40);
  return told;
}
