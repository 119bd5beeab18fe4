// A local variable is moved into the call that uses it last.
#include <mentat/mpl.h>

#include <string>
#include <vector>

mentat class adder {
 public:
  int sum(const std::vector<int>& values, int times);
  int length(std::string_view text);
};

int last_use(std::vector<int> values, std::string text) {
  adder a;
  int once = a.sum(values, 1), twice = a.sum(values, 2);
  int length = a.length(text);
  return once + twice + length;
}

int in_a_loop(int n) {
  adder a;
  std::vector<int> sums(n);
  std::vector<int> same(3);
  for (int i = 0; i < n; ++i) {
    std::vector<int> fresh(i);
    sums[i] = a.sum(fresh, a.sum(same, i));
  }
  return sums[0];
}
