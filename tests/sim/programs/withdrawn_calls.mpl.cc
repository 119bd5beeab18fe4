// Calls whose guards nothing can open fail, and never take effect: of objects of other processes,
// made by the main program and by objects.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <string>

#include "tests/conformance/guard_handed_on.mpl.h"
#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::persistent]] cashier {
 public:
  void serve_at(coins::vault here) { till_ = here; }
  // The first call fails; the second, of the same caller and function, does not wait behind it.
  int work() {
    int lost = 0;
    try {
      int coins = till_.take(5);
      lost = -coins;
    } catch (const mentat::deadlock&) {
      lost = 1;
    }
    till_.put(7);
    int got = till_.take(2);
    return lost * 10 + got;
  }
  int wait_for_itself() {
    cashier me = mentat::self<cashier>();
    int never = me.count();
    return never + 1;
  }
  int count() { return ++counted_; }

 private:
  coins::vault till_;
  int counted_ = 0;
};

}  // namespace

std::string mentat::sim::withdrawn_calls() {
  coins::vault t;
  create(t);
  std::string all;
  for (int i = 0; i < 3; ++i) {
    try {
      int coins = t.take(1);
      all += "taken " + std::to_string(coins) + " ";
    } catch (const mentat::deadlock&) {
      all += "lost ";
    }
  }
  t.put(1);
  int first = t.state();
  all += std::to_string(first) + " ";
  cashier c;
  create(c);
  c.serve_at(t);
  int worked = c.work();
  all += std::to_string(worked) + " ";
  int second = t.state();
  all += std::to_string(second) + " ";
  try {
    int never = c.wait_for_itself();
    all += std::to_string(never);
  } catch (const mentat::deadlock&) {
    all += "circle ";
  }
  int counted = c.count();
  return all + std::to_string(counted);
}
