// The side effects of arguments happen once, at the call, before what follows.
#include <mentat/mpl.h>

#include <cstdio>

int made = 0;
int make() { return ++made; }

class [[mentat::regular]] worker {
 public:
  int pair(int a, int b = 0) { rtf(a * 10 + b); }
};

int main() {
  worker w;
  int i = 3;
  int x = w.pair(i++);
  int y = w.pair(i++, 2);
  int z = w.pair(make());
  int u = w.pair(i += 2, 4);
  w.pair(make(), i++);
  std::printf("%d %d\n", i, made);
  int* p = &i;
  int v = w.pair((*p)--, 1);
  std::printf("%d %d %d %d %d %d\n", x, y, z, u, v, i);
}
