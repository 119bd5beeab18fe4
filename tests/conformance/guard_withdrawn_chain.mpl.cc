// A function waits for a call whose guard nothing can open, and its result is an argument of the
// call for which main waits: the call that has not begun fails, and never takes effect.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] gate {
 public:
  int pass(int who) {
    mentat::guard(is_open_);
    ++passed_;
    return who;
  }
  void open() { is_open_ = true; }
  int passed() { return passed_; }

 private:
  bool is_open_ = false;
  int passed_ = 0;
};

class [[mentat::regular]] visitor {
 public:
  int visit(gate at, int who) {
    int passed = at.pass(who);
    return passed + 1;
  }
  int twice(int x) { return 2 * x; }
};

int main() {
  visitor v;
  for (int i = 0; i < 3; ++i) {
    gate one;
    mentat::create(one);
    try {
      int visited = v.visit(one, i);
      int doubled = v.twice(visited);
      int again = v.twice(doubled);
      std::cout << again << "\n";
    } catch (const mentat::deadlock& lost) {
      std::cout << lost.function_name() << "\n";
    }
    one.open();
    std::cout << one.passed() << "\n";
  }
  return 0;
}
