// Many calls of a function of which nobody knows how long it runs, which all wait for one value.
#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::regular]] increment {
 public:
  int of(int n, int more) { return n + more; }
  int one() { return 1; }
  bool is_there() { return true; }
};

}  // namespace

std::string mentat::sim::late_units() {
  increment s;
  if (!s.is_there()) return "nobody";
  const int more = s.one();
  std::vector<int> results(600);
  for (int i = 0; i < 600; ++i) results[i] = s.of(i, more);
  int sum = 0;
  for (int i = 0; i < 600; ++i) sum += results[i];
  return std::to_string(sum);
}
