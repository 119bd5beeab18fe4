// Elements are assigned by calls through the reference of a range-for.
#include <mentat/mpl.h>

#include <array>
#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  std::vector<int> v{1, 2, 3};
  for (auto& e : v) e = w.twice(e);
  for (int& e : v) {
    int t = w.twice(e);
    e = t + 1;
  }
  std::array<int, 3> a{};
  int i = 0;
  for (auto& e : a) e = w.twice(v[i++]);
  for (int e : a) std::printf("%d ", e);
  for (int e : {w.twice(1), w.twice(2)}) std::printf("%d ", e);
  std::printf("\n");
}
