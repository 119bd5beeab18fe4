// A variable of the function is changed inside a lambda, by calls and without, between assignments
// outside.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main() {
  worker w;
  int sum = 0;
  int count = 0;
  auto take = [&](int n) {
    sum = w.add(sum, n);
    ++count;
  };
  auto plain = [&sum](int n) { sum += n; };
  for (int i = 0; i < 4; ++i) {
    take(i);
    plain(10);
    sum = w.add(sum, 100);
  }
  std::printf("%d %d\n", sum, count);
}
