// Declarators of member functions: parentheses around the name, result types behind the parameters, and types that are
// deduced from parameters.
#include <mentat/mpl.h>

#include <iostream>
#include <vector>

class [[mentat::regular]] maker {
 public:
  int(inside)(int n) { return n + 1; }
  auto behind(int n) -> int { return n + 2; }
  auto sum(int a, long b) -> decltype(a + b) { return a + b; }
  int same(int a, decltype(a) b) { return a + b; }
  auto rows(std::vector<int> values) -> std::vector<decltype(values)> { return {values, values}; }
  auto outside(int a) -> decltype(a);
  int(both)(int n);
  int late(int a, const decltype(a)& b = 2);
};
auto maker::outside(int a) -> decltype(a) { return a * 3; }
int(maker::both)(int n) { return n * 5; }
int maker::late(int a, const decltype(a)& b) { return a - b; }

int main() {
  maker m;
  int inside = m.inside(1), behind = m.behind(1), same = m.same(2, 3), outside = m.outside(4);
  auto sum = m.sum(inside, 1L << 40);
  auto rows = m.rows({1, 2});
  int both = m.both(outside), late = m.late(9, 3), later = m.late(both);
  std::cout << inside << " " << behind << " " << same << " " << outside << " " << sum << " "
            << rows[1][1] << " " << both << " " << late << " " << later << "\n";
}
