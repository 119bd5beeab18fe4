// A function leaves with delayed variables; the next one has its own variables in the same place on
// the stack. Without RV_DELETE at scope exit an entry of the first is found for a variable of the
// second.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

[[gnu::noinline]] int leave(worker& w, bool early) {
  int x[8];
  for (int i = 0; i < 8; ++i) x[i] = w.twice(100 + i);
  if (early) return 0;
  return x[3];
}

[[gnu::noinline]] int stay(worker& w, bool never) {
  int x[8];
  for (int i = 0; i < 8; ++i) x[i] = i;
  if (never) x[2] = w.twice(1);
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += x[i];
  return sum;
}

int main(int argc, char**) {
  worker w;
  for (int i = 0; i < 3; ++i) {
    leave(w, true);
    std::printf("%d ", stay(w, argc > 100));
  }
  std::printf("%d\n", leave(w, false));
}
