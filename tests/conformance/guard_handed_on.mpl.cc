// Functions hand their result on to a call whose guard nothing can open: that call fails, wherever
// it is, never takes effect, and lets later calls pass.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>

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
};

int main() {
  vault v;
  clerk c;
  office o;
  mentat::create(v);
  mentat::create(c, mentat::apart_from(v));
  mentat::create(o, mentat::apart_from(c));
  c.serve_at(v);
  o.employ(c);
  messenger m;
  for (int way = 0; way < 4; ++way) {
    try {
      int got = 0;
      if (way == 0)
        got = c.fetch(3);
      else if (way == 1)
        got = o.fetch(3);
      else if (way == 2)
        got = m.fetch(v, 3);
      else
        got = m.fetch_from(o, 3);
      std::cout << got << "\n";
    } catch (const mentat::deadlock&) {  // names the awaited call or the one that failed
      std::cout << "deadlock\n";
    }
    v.put(3);
    std::cout << v.state() << "\n";
    int again = o.fetch(3);
    std::cout << again << "\n";
  }
  return 0;
}
