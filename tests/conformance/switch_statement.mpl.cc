// A result variable chooses the case; cases make calls, fall through, declare variables.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int next(int n) { rtf((n * 5 + 3) % 7); }
};

int main() {
  worker w;
  int x = 1;
  int sum = 0;
  for (int i = 0; i < 9; ++i) {
    x = w.next(x);
    switch (x) {
      case 1:
        x = w.next(x);
        break;
      case 2: {
        int y = w.next(x);
        sum += y;
        break;
      }
      case 4:
        sum += 100;
        [[fallthrough]];
      case 5:
        x = w.next(6);
        sum += x;
        break;
      default:
        sum += w.next(x);
    }
  }
  switch (int n = w.next(sum)) {
    case 0: std::printf("zero\n"); break;
    default: std::printf("%d %d %d\n", x, sum, n);
  }
}
