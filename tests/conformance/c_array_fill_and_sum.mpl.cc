// Each element of an array is a result variable; the loop that sums has no call and reads the
// actual values.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int square(int n) { rtf(n * n); }
};

int main() {
  worker w;
  int x[20];
  for (int i = 0; i < 20; ++i) x[i] = -1000;
  for (int i = 0; i < 20; ++i) x[i] = w.square(i);
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum += x[i];
  std::printf("%d\n", sum);
  for (int i = 0; i < 20; i += 3) x[i] = w.square(x[i]);
  std::printf("%d %d %d %d\n", x[0], x[3], x[4], x[18]);
}
