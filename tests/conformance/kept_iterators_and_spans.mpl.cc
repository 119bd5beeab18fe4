// Decayed arrays, spans and iterators are kept and elements are assigned by calls afterwards.
#include <mentat/mpl.h>

#include <cstdio>
#include <span>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x[3] = {1, 2, 3};
  int* p = x;
  std::span<int> s(x);
  x[1] = w.twice(10);
  std::printf("%d %d\n", p[1], s[1]);
  std::vector<int> v{1, 2, 3};
  auto it = v.begin();
  const auto end = v.end();
  v[0] = w.twice(20);
  v[2] = w.twice(30);
  int sum = 0;
  for (auto i = it; i != end; ++i) sum += *i;
  std::printf("%d %d\n", *it, sum);
  *it = w.twice(*it);
  it[1] = w.twice(it[0]);
  std::printf("%d %d\n", v[0], v[1]);
}
