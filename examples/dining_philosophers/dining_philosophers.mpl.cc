// Five philosophers, five chopsticks, and a table for four: no starvation and no deadlock.
// Chopsticks and table are persistent objects; guards on their state select the accepted calls.
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] chopstick {
 public:
  int pick_up() {
    lies_ = false;
    return ++uses_;
  }
  int put_down() {
    lies_ = true;
    return uses_;
  }
  int uses() { return uses_; }

  void serve() {
    for (;;) {
      mselect {
        (lies_) : maccept pick_up();
          break;
        (!lies_) : maccept put_down();
          break;
        (lies_) : maccept uses();
          break;
      };
    }
  }

 private:
  bool lies_ = true;
  int uses_ = 0;
};

class [[mentat::persistent]] table {
 public:
  int sit_down() { return ++seated_; }
  int stand_up() { return --seated_; }

  void serve() {
    for (;;) {
      mselect {
        (seated_ < 4) : maccept sit_down();
          break;
        : maccept stand_up();
          break;
      };
    }
  }

 private:
  int seated_ = 0;
};

class [[mentat::regular]] philosopher {
 public:
  // Returns how often more philosophers than allowed sat at the table.
  int dine(table t, chopstick left, chopstick right, int meals) {
    int wrong = 0;
    for (int meal = 0; meal < meals; ++meal) {
      int seated = t.sit_down();
      if (seated > 4) ++wrong;
      int first = left.pick_up();
      if (first < 1) ++wrong;
      int second = right.pick_up();
      if (second < 1) ++wrong;
      int put_first = left.put_down();
      int put_second = right.put_down();
      if (put_first != first || put_second != second) ++wrong;  // somebody else had it in between
      int others = t.stand_up();
      if (others < 0) ++wrong;
    }
    return wrong;
  }
};

int main() {
  const int seats = 5, meals = 40;
  table t;
  mentat::create(t);
  chopstick chopsticks[seats];
  for (chopstick& f : chopsticks) mentat::create(f);
  philosopher p;
  int wrong[seats];
  for (int i = 0; i < seats; ++i) wrong[i] = p.dine(t, chopsticks[i], chopsticks[(i + 1) % seats], meals);
  int faults = 0;
  for (int i = 0; i < seats; ++i) faults += wrong[i];
  std::cout << seats << " philosophers had " << meals << " meals each, with " << faults << " faults\n";
  for (int i = 0; i < seats; ++i) {
    int uses = chopsticks[i].uses();
    std::cout << "chopstick " << i << " was used " << uses << " times\n";
  }
  return 0;
}
