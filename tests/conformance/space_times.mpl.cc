// in_for and rd_for wait for a limited time; eval is out.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <chrono>
#include <iostream>

using namespace mentat::literals;
using namespace std::chrono_literals;

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  // Waits a moment for a tuple that never comes, then puts its own.
  int late(mentat::space s) {
    bool came = s.in_for(5ms, "never"_name);
    s.out("late"_name, came ? 1 : 2);
    rtf(0);
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  worker w;
  std::cout << s.in_for(1ms, "none"_name) << s.rd_for(0s, "none"_name)
            << s.in_for(-1s, "none"_name, mentat::formal<int>).has_value() << "\n";
  s.out("here"_name, 1);
  std::cout << *s.rd_for(1h, "here"_name, mentat::formal<int>)
            << *s.in_for(1h, "here"_name, mentat::formal<int>) << "\n";
  s.eval("square"_name, 7, w.square(7));
  std::cout << s.in_for(1h, "square"_name, 7, mentat::formal<int>).value_or(-1) << "\n";
  w.late(s);
  std::cout << s.in_for(1h, "late"_name, mentat::formal<int>).value_or(-1) << "\n";
  w.late(s);
  std::cout << s.in("late"_name, mentat::formal<int>) << "\n";
  if (auto both = s.rd_for(1ms, "pair"_name, mentat::formal<int>, mentat::formal<double>))
    std::cout << "a pair\n";
  std::cout << s.count("here"_name, mentat::formal<int>) << "\n";
  return 0;
}
