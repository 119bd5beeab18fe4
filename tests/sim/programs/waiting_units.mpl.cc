#include <mentat/mpl.h>

#include <chrono>
#include <string>

#include "tests/sim/programs/programs.h"

class [[mentat::persistent]] slow_source {
 public:
  int take() {
    mselect {
      : mafter(std::chrono::seconds(200))
        break;
    };
    return 1;
  }
};

class [[mentat::regular]] late_sums {
 public:
  int of(int a, int b) {
    int sum = a + b;
    return sum;
  }
};

// The sums lack an argument for minutes.
std::string mentat::sim::waiting_units() {
  slow_source source;
  mentat::create(source);
  late_sums s;
  int late = source.take();
  int one = s.of(late, 2), two = s.of(late, 3);
  std::string told = std::to_string(one + two);
  return told;
}
