// Readers and writers of a table of accounts: readers share it, a writer is alone, and a waiting
// writer goes before new readers. The guards of one mselect decide who may enter.
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] gate {
 public:
  int enter_to_read() { return ++readers_; }
  int leave_reading() { return --readers_; }
  int ask_to_write() { return ++waiting_writers_; }
  int enter_to_write() {
    --waiting_writers_;
    writing_ = true;
    return ++entered_;
  }
  int leave_writing() {
    writing_ = false;
    return entered_;
  }
  int max_readers() { return max_readers_; }
  bool was_broken() { return broken_; }

  void serve() {
    for (;;) {
      mselect {
        (!writing_ && waiting_writers_ == 0) : maccept enter_to_read();
          if (readers_ > max_readers_) max_readers_ = readers_;
          break;
        (!writing_ && readers_ == 0) : maccept enter_to_write();
          break;
        : maccept ask_to_write();
          break;
        : maccept leave_reading();
          break;
        : maccept leave_writing();
          break;
        : maccept max_readers();
          break;
        : maccept was_broken();
          break;
      };
      if (writing_ && readers_ != 0) broken_ = true;
    }
  }

 private:
  int readers_ = 0, waiting_writers_ = 0, entered_ = 0, max_readers_ = 0;
  bool writing_ = false, broken_ = false;
};

class [[mentat::persistent]] accounts {
 public:
  // Moves money in two steps; a reader in between would see a wrong total.
  int take(int from, int amount) { return money_[from] -= amount; }
  int give(int to, int amount) { return money_[to] += amount; }
  int total() {
    int sum = 0;
    for (int m : money_) sum += m;
    return sum;
  }

 private:
  int money_[4] = {100, 100, 100, 100};
};

class [[mentat::regular]] writer {
 public:
  int move(gate g, accounts table, int times) {
    int moved = 0;
    for (int i = 0; i < times; ++i) {
      int asked = g.ask_to_write();
      int entered = asked > 0 ? g.enter_to_write() : 0;
      if (entered > 0) {
        int left = table.take(i % 4, 10);
        int now = table.give((i + 1) % 4, 10);
        moved += left < now + 1000 ? 1 : 0;  // waits for both
      }
      int done = g.leave_writing();
      moved += done > 0 ? 0 : 1;
    }
    return moved;
  }
};

class [[mentat::regular]] reader {
 public:
  // Returns how often the total was wrong.
  int check(gate g, accounts table, int times) {
    int wrong = 0;
    for (int i = 0; i < times; ++i) {
      int inside = g.enter_to_read();
      if (inside > 0) {  // waits, because the next call does not depend on this one
        int total = table.total();
        if (total != 400) ++wrong;
      }
      int left = g.leave_reading();
      wrong += left >= 0 ? 0 : 1;
    }
    return wrong;
  }
};

int main() {
  gate g;
  accounts table;
  mentat::create(g);
  mentat::create(table);
  writer w;
  reader r;
  int moved[2], wrong[4];
  for (int i = 0; i < 2; ++i) moved[i] = w.move(g, table, 25);
  for (int i = 0; i < 4; ++i) wrong[i] = r.check(g, table, 50);
  int moves = moved[0] + moved[1];
  int faults = wrong[0] + wrong[1] + wrong[2] + wrong[3];
  bool broken = g.was_broken();
  std::cout << moves << " moves of money, " << faults << " wrong totals seen by readers\n"
            << (broken ? "somebody wrote while others read" : "nobody wrote while others read") << "\n";
  return 0;
}
