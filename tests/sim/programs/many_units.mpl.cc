// Many calls of a function of which nobody knows how long it runs, when the workers have come.
#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::regular]] successor {
 public:
  int of(int n) { return n + 1; }
  bool is_there() { return true; }
};

}  // namespace

std::string mentat::sim::many_units() {
  successor s;
  if (!s.is_there()) return "nobody";
  std::vector<int> results(200);
  for (int i = 0; i < 200; ++i) results[i] = s.of(i);
  int sum = 0;
  for (int i = 0; i < 200; ++i) sum += results[i];
  return std::to_string(sum);
}
