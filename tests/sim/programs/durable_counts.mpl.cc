#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

// Counts in order: each caller numbers its calls.
class [[mentat::durable]] counted {
 public:
  explicit counted(int callers) : last_(callers) {}
  int add(int caller, int number) {
    note(caller, number);
    return ++sum_;
  }
  void put(int caller, int number) {
    note(caller, number);
    ++sum_;
  }
  int sum() const { return sum_; }
  int last(int caller) const { return last_[caller]; }
  std::string faults() const { return faults_; }

 private:
  void note(int caller, int number) {
    if (number != last_[caller] + 1)
      faults_ += std::to_string(number) + " after " + std::to_string(last_[caller]) + ",";
    last_[caller] = number;
  }
  std::vector<int> last_;
  int sum_ = 0;
  std::string faults_;
};

class [[mentat::regular]] helper {
 public:
  int help(counted to, int times) {
    int seen = 0;
    for (int i = 1; i <= times; ++i) seen = to.add(0, i);
    return seen > 0 ? times : 0;
  }
};

}  // namespace

std::string mentat::sim::durable_counts() {
  counted first(2), second(1), third(2);
  helper h;
  int helped = h.help(second, 6);
  std::string faults;
  int last = 0;
  for (int i = 1; i <= 10; ++i) {
    third.put(0, i);
    int seen = third.sum();
    if (seen != i) faults += "saw " + std::to_string(seen) + ",";
    int now = first.add(0, i);
    if (now <= last) faults += "went back,";
    last = now;
    first.put(1, i);
  }
  const int all = helped;  // its calls of `second` have taken effect
  int done = first.sum() + second.sum();
  return std::to_string(done + all) + " " + std::to_string(third.sum()) + " " + first.faults() +
         second.faults() + third.faults() + faults;
}
