// Sums of values of two objects, which arrive at different times. If one is lost, each sum has its
// value or the error of that loss.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

// Its first value takes 20 ms, so that main has made all calls meanwhile, and each one goes
// straight to the sums.
class [[mentat::persistent]] late_producer {
 public:
  int value(int n) {
    if (n == 0) {
      mselect {
        : mafter(std::chrono::milliseconds(20))
          break;
      };
    }
    return n;
  }
};

class [[mentat::persistent]] slow_producer {
 public:
  int value(int n) {
    mselect {
      : mafter(std::chrono::milliseconds(1))
        break;
    };
    return n;
  }
};

class [[mentat::regular]] addition {
 public:
  int of(int a, int b) { return a + b; }
};

}  // namespace

std::string mentat::sim::produced_sums() {
  constexpr int sums = 60;
  late_producer first;
  slow_producer second;
  mentat::create(first);
  mentat::create(second);
  addition add;
  std::vector<int> results(sums);
  for (int i = 0; i < sums; ++i) {
    int a = first.value(i), b = second.value(i);
    int both = add.of(a, b);
    results[i] = add.of(both, b);
  }
  std::string wrong;
  for (int i = 0; i < sums; ++i) try {
      int result = results[i];
      if (result != 3 * i) wrong += std::to_string(result) + " for " + std::to_string(3 * i) + "; ";
    } catch (const mentat::object_lost&) {
    } catch (const mentat::remote_error& other) {
      wrong += std::string(other.what()) + "; ";
    }
  return wrong.empty() ? "right or lost" : wrong;
}
