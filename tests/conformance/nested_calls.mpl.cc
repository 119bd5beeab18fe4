// Results go straight into the next call: they never visit main [TOCS96 3.2.2].
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
  std::vector<int> join(std::vector<int> a, const std::vector<int>& b) {
    a.insert(a.end(), b.begin(), b.end());
    rtf(a);
  }
  int sum(const std::vector<int>& v) {
    int n = 0;
    for (int e : v) n = n * 3 + e;
    rtf(n);
  }
  int minus(int a, int b) { rtf(a - b); }
};

int main() {
  worker w;
  int n = w.sum(w.join(w.range(3), w.join(w.range(2), w.range(4))));
  int m = w.minus(w.minus(w.minus(n, 1), w.minus(2, 3)), w.sum(w.range(n % 5)));
  std::printf("%d %d\n", n, m);
}
