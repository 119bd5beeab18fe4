#include "tests/own_main/counting.h"

#include <mentat/mpl.h>

#include <atomic>
#include <stdexcept>
#include <thread>

class [[mentat::regular]] doubler {
 public:
  int twice(int n) {
    if (n > 1000) throw std::runtime_error("too much");
    return 2 * n;
  }
};

static std::atomic<bool> begun, released;

class [[mentat::regular]] sleeper {
 public:
  int sleep() {
    begun = true;
    while (!released) std::this_thread::yield();
    return 7;
  }
};

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }

 private:
  int total_ = 0;
};

static counter kept;

int doubled_sum(int n) {
  doubler d;
  counter c;
  mentat::create(c);
  int sum = 0;
  for (int i = 1; i <= n; ++i) {
    int twice = d.twice(i);
    sum = c.add(twice);
  }
  return sum;
}

void keep_counter() {
  mentat::create(kept);
  kept.add(1);
}

int add_to_kept_counter(int n) {
  int sum = kept.add(n);
  return sum;
}

int too_much() {
  doubler d;
  int twice = d.twice(1001);
  return twice;
}

static mentat::result<int> awaited;

void begin_waiting() {
  begun = released = false;
  sleeper s;
  awaited = s.sleep();
  mentat::force();
  while (!begun) std::this_thread::yield();
}

void release() { released = true; }

int value_after_release() { return awaited.get(); }
