#include <mentat/mpl.h>

#include <string>
#include <vector>

#include "tests/sim/programs/programs.h"

class [[mentat::regular]] sums {
 public:
  int add(int a, int b) { return a + b; }
  int tree(int depth) {
    if (depth == 0) return 1;
    sums below;
    int left = below.tree(depth - 1);
    int right = below.tree(depth - 1);
    int both = below.add(left, right);
    return both;
  }
  std::vector<int> up_to(int n) {
    std::vector<int> all;
    for (int i = 1; i <= n; ++i) all.push_back(i);
    return all;
  }
  int total(const std::vector<int>& of) {
    int sum = 0;
    for (int one : of) sum += one;
    return sum;
  }
};

std::string mentat::sim::delayed_sums() {
  sums s;
  int chain = 0;
  for (int i = 1; i <= 12; ++i) chain = s.add(chain, i);
  int tree = s.tree(3);
  std::vector<int> numbers = s.up_to(20);
  int total = s.total(numbers);
  int all = s.add(chain, tree);
  all = s.add(all, total);
  return std::to_string(chain) + " " + std::to_string(tree) + " " + std::to_string(total) + " " +
         std::to_string(all);
}
