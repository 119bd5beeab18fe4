// The whole vector is a result, then an element of it, then the whole again; sizes change with the
// results.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

mentat class worker {
 public:
  std::vector<int> range(int n) {
    std::vector<int> v;
    for (int i = 0; i < n; ++i) v.push_back(i);
    rtf(v);
  }
  std::vector<int> reverse(std::vector<int> v) { rtf(std::vector<int>(v.rbegin(), v.rend())); }
  int value(int n) { rtf(n); }
};

int main() {
  worker w;
  std::vector<int> v;
  v = w.range(5);
  v[2] = w.value(100);
  int a = v[1] + v[2];
  v = w.reverse(v);
  int b = v[0];
  v[4] = w.value(7);
  v = w.reverse(v);
  std::printf("%d %d %zu %d %d\n", a, b, v.size(), v[0], v[2]);
  v = w.range(2);
  v[1] = w.value(9);
  v = w.range(3);
  std::printf("%d %d %d\n", v[0], v[1], v[2]);
}
