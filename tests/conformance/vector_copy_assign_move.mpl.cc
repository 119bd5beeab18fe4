// Vectors with delayed elements are copied, assigned, moved, swapped, compared, erased from and
// cleared.
#include <mentat/mpl.h>

#include <cstdio>
#include <utility>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  std::vector<int> make(int n) { rtf(std::vector<int>(n, n)); }
};

void show(const std::vector<int>& v) {
  for (int e : v) std::printf("%d ", e);
  std::printf("| ");
}

int main() {
  worker w;
  std::vector<int> a(3, 1);
  for (int i = 0; i < 3; ++i) a[i] = w.twice(i + 1);
  std::vector<int> b = a;
  a[0] = w.twice(50);
  std::vector<int> c;
  c = a;
  b[1] = w.twice(60);
  std::vector<int> d = std::move(b);
  show(a);
  show(c);
  show(d);
  a[1] = w.twice(70);
  c[2] = w.twice(80);
  std::swap(a, c);
  show(a);
  show(c);
  a[2] = w.twice(90);
  a.erase(a.begin());
  c[0] = w.twice(1);
  c = w.make(2);
  c[1] = w.twice(2);
  d[0] = w.twice(3);
  d.clear();
  d.push_back(5);
  show(a);
  show(c);
  show(d);
  std::printf("%d\n", a == c);
}
