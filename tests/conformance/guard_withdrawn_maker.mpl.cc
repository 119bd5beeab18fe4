// If the call for which a function waits lacks an argument that nothing can make, the maker of the
// argument fails, and never takes effect.
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

class [[mentat::regular]] doubler {
 public:
  int twice(int x) { return 2 * x; }
};

int main() {
  gate g;
  mentat::create(g);
  doubler d;
  try {
    int passed = g.pass(1);
    int doubled = d.twice(passed);
    int again = d.twice(doubled);
    std::cout << again << "\n";
  } catch (const mentat::deadlock& lost) {
    std::cout << lost.function_name() << "\n";
  }
  g.open();
  std::cout << g.passed() << "\n";
  return 0;
}
