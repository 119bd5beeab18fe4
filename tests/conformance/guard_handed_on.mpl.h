// Functions that hand their result on to a call of a vault, which may have too few coins. The
// programs handed_on_waits and withdrawn_calls of the simulated world use them, too.
#pragma once
#include <mentat/mpl.h>

namespace coins {

class [[mentat::persistent]] vault {
 public:
  int take(int coins) {
    mentat::guard(coins_ >= coins);
    coins_ -= coins;
    ++taken_;
    return coins;
  }
  void put(int coins) { coins_ += coins; }
  int state() { return coins_ * 100 + taken_; }

 private:
  int coins_ = 0, taken_ = 0;
};

class [[mentat::persistent]] clerk {
 public:
  void serve_at(vault here) { vault_ = here; }
  int fetch(int coins) { return vault_.take(coins); }

 private:
  vault vault_;
};

class [[mentat::persistent]] office {
 public:
  void employ(clerk one) { clerk_ = one; }
  int fetch(int coins) { return clerk_.fetch(coins); }

 private:
  clerk clerk_;
};

class [[mentat::regular]] messenger {
 public:
  int fetch(vault from, int coins) { return from.take(coins); }
  int fetch_from(office at, int coins) { return at.fetch(coins); }
  int twice(int coins) { return 2 * coins; }
};

}  // namespace coins
