// Calls of a regular class that come in rounds, so that places of other hosts are lent, used and
// given back. Each has an effect on an object and makes a call of its own.
#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::persistent]] tally {
 public:
  int add(int n) { return sum_ += n; }
  int sum() { return sum_; }

 private:
  int sum_ = 0;
};

class [[mentat::regular]] counter {
 public:
  int doubled(int n) { return 2 * n; }
  int count(tally in, int n) {
    in.add(n);
    int twice = doubled(n);
    return twice;
  }
};

}  // namespace

std::string mentat::sim::spread_units() {
  constexpr int rounds = 3, calls = 12;
  tally in;
  mentat::create(in);
  counter counts;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> results(calls);
    for (int i = 0; i < calls; ++i) results[i] = counts.count(in, i);
    for (int i = 0; i < calls; ++i) sum += results[i];
  }
  return std::to_string(sum) + " " + std::to_string(in.sum());
}
