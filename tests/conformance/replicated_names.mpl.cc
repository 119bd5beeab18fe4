// Variables of a replicated class are names: arguments, results, fields, elements; two names of one
// object; unbound ones, and ones whose object has ended.
// No elision: names are copied, and an ordinary compiler would copy the object.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <cstdio>
#include <vector>

class [[mentat::replicated]] board {
 public:
  int sum() const { return sum_; }
  void add(int n) { sum_ += n; }

 private:
  int sum_ = 0;
};

struct pair_of_boards {
  board left, right;
};

class [[mentat::persistent]] shelf {
 public:
  void keep(board one) { kept_.push_back(one); }
  board last() { return kept_.back(); }
  int sum() {
    int all = 0;
    for (const board& one : kept_) all += one.sum();
    return all;
  }

 private:
  std::vector<board> kept_;
};

class [[mentat::regular]] maker {
 public:
  board make(int first) {
    board made;
    mentat::create(made);
    made.add(first);
    return made;
  }
  int difference(const pair_of_boards& both) { return both.left.sum() - both.right.sum(); }
};

int main() {
  maker m;
  board a = m.make(5), b = m.make(7);
  board same = a;
  same.add(10);
  std::printf("%d %d %d\n", a.sum(), b.sum(), a == same && !(a == b));
  shelf s;
  mentat::create(s);
  s.keep(a);
  s.keep(b);
  s.keep(same);
  board last = s.last();
  last.add(1);
  int all = s.sum();
  std::printf("%d\n", all);
  pair_of_boards both{a, b};
  int difference = m.difference(both);
  std::printf("%d\n", difference);
  board unbound;
  try {
    std::printf("%d\n", unbound.sum());
  } catch (const mentat::unbound_variable&) {
    std::printf("unbound: no read\n");
  }
  try {
    unbound.add(1);
    mentat::force();
  } catch (const mentat::unbound_variable&) {
    std::printf("unbound: no write\n");
  }
  board gone = b;
  mentat::destroy(b);
  try {
    std::printf("%d\n", gone.sum());
  } catch (const mentat::object_lost&) {
    std::printf("ended: no read\n");
  }
  std::printf("%d %d\n", a.sum(), mentat::bound(a));
}
