#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

class [[mentat::regular]] prices {
 public:
  int of(int n) { return 3 * n; }
  int sum(int a, int b) { return a + b; }
};

class [[mentat::persistent]] journal {
 public:
  int enter(int n) {
    ++entries_;
    total_ += n;
    return n;
  }
  std::string totals() { return std::to_string(entries_) + ":" + std::to_string(total_); }

 private:
  int entries_ = 0, total_ = 0;
};

class [[mentat::regular]] clerk {
 public:
  // Waits for its own calls.
  int post(journal in, int n) {
    prices p;
    int price = p.of(n);
    int posted = in.enter(price);
    int again = in.enter(posted + 1);
    return posted + again;
  }
  // Has ended when its calls have not.
  int pass_on(journal in, int n) {
    prices p;
    int price = p.of(n);
    int posted = in.enter(price);
    return posted;
  }
};

std::string mentat::sim::posted_entries() {
  journal all;
  mentat::create(all);
  clerk c;
  prices p;
  int sum = 0;
  for (int i = 1; i <= 4; ++i) {
    int posted = c.post(all, i);
    int passed = c.pass_on(all, 10 * i);
    int both = p.sum(posted, passed);
    sum = p.sum(sum, both);
  }
  std::string told = std::to_string(sum) + " ";
  std::string totals = all.totals();
  told += totals;
  mentat::destroy(all);
  return told;
}
