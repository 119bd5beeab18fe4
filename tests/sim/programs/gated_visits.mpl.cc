// Units that wait for a guard which opens late: of the calls of an object that they have made, and
// of the units that wait for the results of these calls as arguments.
#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::persistent]] gate {
 public:
  int pass(int who) {
    mentat::guard(is_open_);
    ++passed_;
    sum_ += who;
    return who;
  }
  void open() { is_open_ = true; }
  std::string passed() { return std::to_string(passed_) + ":" + std::to_string(sum_); }

 private:
  bool is_open_ = false;
  int passed_ = 0, sum_ = 0;
};

class [[mentat::regular]] arithmetic {
 public:
  int add(int a, int b) { return a + b; }
};

class [[mentat::regular]] visitor {
 public:
  int visit(gate at, int who) {
    int passed = at.pass(who);
    return passed + 1;
  }
  int visit_and_add(gate at, int who) {
    arithmetic a;
    int passed = at.pass(who);
    int more = a.add(passed, 1);
    int most = a.add(more, 1);
    return most + 1;
  }
};

}  // namespace

std::string mentat::sim::gated_visits() {
  gate g;
  mentat::create(g);
  visitor v;
  arithmetic a;
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    int one = v.visit(g, 1 + i);
    int other = v.visit_and_add(g, 10 * (1 + i));
    int both = a.add(one, other);
    sum = a.add(sum, both);
  }
  int late = 0;
  for (int i = 0; i < 20; ++i) {  // meanwhile the others wait
    int later = a.add(late, 1);
    late = later + 0;
  }
  g.open();
  std::string told = std::to_string(sum + late) + " ";
  std::string passed = g.passed();
  told += passed;
  return told;
}
