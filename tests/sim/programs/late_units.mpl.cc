// Many calls of a function of which nobody knows how long it runs, each of which waits for one of
// five values.
#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

namespace {

class [[mentat::regular]] increment {
 public:
  int of(int n, int more) { return n + more; }
  int late(int n) { return n; }
  bool is_there() { return true; }
};

}  // namespace

std::string mentat::sim::late_units() {
  increment s;
  if (!s.is_there()) return "nobody";
  int more[5];
  for (int i = 0; i < 5; ++i) more[i] = s.late(i);
  std::vector<int> results(600);
  for (int i = 0; i < 600; ++i) results[i] = s.of(i, more[i % 5]);
  int sum = 0;
  for (int i = 0; i < 600; ++i) sum += results[i];
  return std::to_string(sum);
}
