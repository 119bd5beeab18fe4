#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::persistent]] till {
 public:
  void put(int n) {
    sum_ += n;
    ++count_;
  }
  int count() { return count_; }
  int sum() { return sum_; }

 private:
  int sum_ = 0, count_ = 0;
};

class [[mentat::regular]] payer {
 public:
  void pay(till to, int n) { to.put(n); }
  // Its result is there before its calls have run.
  int pay_twice(till to, int n) {
    payer other;
    other.pay(to, n);
    other.pay(to, n + 1);
    return n;
  }
};

std::string mentat::sim::posted_units() {
  constexpr int calls = 4;
  till here;
  mentat::create(here);
  payer by;
  int all = 0;
  for (int i = 1; i <= calls; ++i) {
    int one = by.pay_twice(here, 10 * i);
    all += one;
  }
  int count = here.count();
  while (count < 2 * calls) {
    int more = here.count();
    count = more;
  }
  int sum = here.sum();
  mentat::destroy(here);
  return std::to_string(all) + " " + std::to_string(count) + ":" + std::to_string(sum);
}
