// Functions that hand their result on to a call which nothing can fulfil: that call fails and never
// takes effect, wherever it is.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <string>

#include "tests/sim/programs/programs.h"

namespace {

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

class [[mentat::persistent]] porter {
 public:
  void serve_at(vault here) { vault_ = here; }
  int fetch(int coins) { return vault_.take(coins); }

 private:
  vault vault_;
};

class [[mentat::persistent]] bureau {
 public:
  void employ(porter one) { porter_ = one; }
  int fetch(int coins) { return porter_.fetch(coins); }

 private:
  porter porter_;
};

class [[mentat::regular]] messenger {
 public:
  int fetch(vault from, int coins) { return from.take(coins); }
  int fetch_from(bureau at, int coins) { return at.fetch(coins); }
  int twice(int coins) { return 2 * coins; }
};

}  // namespace

std::string mentat::sim::handed_on_waits() {
  vault v;
  porter c;
  bureau o;
  create(v);
  mentat::create(c, mentat::apart_from(v));
  mentat::create(o, mentat::apart_from(c));
  c.serve_at(v);
  o.employ(c);
  messenger m;
  std::string all;
  for (int way = 0; way < 5; ++way) {
    try {
      int got = 0;
      if (way == 0) {
        got = c.fetch(3);
      } else if (way == 1) {
        got = o.fetch(3);
      } else if (way == 2) {
        got = m.fetch(v, 3);
      } else if (way == 3) {
        got = m.fetch_from(o, 3);
      } else {
        int first = v.take(3);
        int doubled = m.twice(first);
        got = m.twice(doubled);
      }
      all += std::to_string(got) + " ";
    } catch (const mentat::deadlock&) {
      all += "lost ";
    }
    v.put(3);
    int state = v.state();
    all += std::to_string(state) + " ";
    int taken = o.fetch(3);
    all += std::to_string(taken) + " ";
  }
  return all;
}
