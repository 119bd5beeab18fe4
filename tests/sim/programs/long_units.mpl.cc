#include <mentat/mpl.h>

#include <chrono>
#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::persistent]] register_book {
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

class [[mentat::persistent]] quiet_room {
 public:
  int take() {
    mselect {
      : mafter(std::chrono::seconds(200))
        break;
    };
    return 1;
  }
};

class [[mentat::regular]] registrar {
 public:
  // Its process may die minutes after it has changed an object.
  int enter_slowly(register_book in, quiet_room p, int n) {
    int entered = in.enter(n);
    int before = entered + 1;
    int rested = p.take();
    return before + rested;
  }
};

std::string mentat::sim::long_units() {
  register_book all;
  mentat::create(all);
  quiet_room p;
  mentat::create(p, mentat::near(all));
  registrar r;
  int one = r.enter_slowly(all, p, 1), two = r.enter_slowly(all, p, 2);
  std::string told = std::to_string(one + two) + " ";
  std::string totals = all.totals();
  told += totals;
  return told;
}
