// Loops that only read are entered with everything actual: also if they run no round, or read
// parts, or are nested.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(1);
  std::vector<int> v(10);
  for (int i = 0; i < 10; ++i) v[i] = w.twice(i);
  int sum = 0;
  for (int i = 0; i < 0; ++i) sum += x;
  for (int round = 0; round < 3; ++round) {
    for (int i = round; i < 10; i += 3) sum += v[i] * x;
    x = w.twice(x);
  }
  int i = 0;
  while (i < 10 && v[i] < x) ++i;
  do {
    sum += x;
    v[i - 1] = sum;
  } while (sum < 700);
  v[0] = w.twice(v[i - 1]);
  for (int e = 0; e < 10; ++e) sum -= v[e];
  std::printf("%d %d %d\n", sum, i, x);
}
