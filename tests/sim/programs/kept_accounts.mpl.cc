#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

class [[mentat::regular]] rates {
 public:
  int twice(int n) { return 2 * n; }
};

class [[mentat::persistent]] account {
 public:
  int add(int n) {
    history_ += std::to_string(n) + ",";
    return total_ += n;
  }
  std::string history() { return history_; }

 private:
  int total_ = 0;
  std::string history_;
};

std::string mentat::sim::kept_accounts() {
  rates r;
  std::vector<account> all(3);
  for (account& one : all) mentat::create(one);
  int last = 0;
  for (int i = 1; i <= 4; ++i) {
    int amount = r.twice(i);
    for (account& one : all) last = one.add(amount);
    last = all[1].add(last);
  }
  std::string told;
  for (account& one : all) {
    std::string history = one.history();
    told += history + ";";
  }
  for (account& one : all) mentat::destroy(one);
  return told + std::to_string(last);
}
