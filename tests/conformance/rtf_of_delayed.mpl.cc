// rtf of a delayed variable: the actor elaborates into the subgraph that it has built [TOCS96 2.1,
// Figure 2].
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
  int weigh(int a, int b) {
    worker w;
    int x = w.add(a, b);
    int y = w.add(b, 10);
    int z = w.add(x, y);
    x = w.add(z, 1000);
    rtf(z);
  }
  double narrow(int a) {
    worker w;
    int x = w.add(a, 1);
    rtf(x);
  }
  std::vector<int> fill(int n) {
    worker w;
    std::vector<int> v(3);
    for (int i = 0; i < 3; ++i) v[i] = w.add(n, i);
    rtf(v);
  }
};

int main() {
  worker w;
  int a = w.weigh(1, 2);
  int b = w.weigh(a, a);
  double d = w.narrow(b);
  std::vector<int> v = w.fill(w.weigh(a, b));
  std::printf("%d %d %.1f %d %d %d\n", a, b, d, v[0], v[1], v[2]);
}
