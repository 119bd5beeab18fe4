// The same name in inner scopes, in parameters and lambdas: each is a variable of its own.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int x = w.twice(1);
  {
    int x = w.twice(10);
    for (int x = 0; x < 2; ++x) {
      int y = x;
      {
        int x = w.twice(100 + y);
        std::printf("%d ", x);
      }
    }
    auto f = [](int x) { return x + 1; };
    x = w.twice(f(x));
    std::printf("%d ", x);
  }
  if (int y = w.twice(x); y > 3) {
    int x = w.twice(y);
    std::printf("%d ", x);
    y = w.twice(x);
    {
      int y = 0;
      y = w.twice(1000);
    }
    std::printf("%d ", y);
  }
  std::printf("%d\n", x);
}
