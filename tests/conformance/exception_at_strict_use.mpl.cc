// An exception that leaves a member function is rethrown where the value is needed, and is a
// std::exception.
#include <mentat/mpl.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

class [[mentat::regular]] worker {
 public:
  int root(int n) {
    if (n < 0) throw std::runtime_error("negative");
    int r = 0;
    while ((r + 1) * (r + 1) <= n) ++r;
    rtf(r);
  }
};

int main() {
  worker w;
  for (int i = -1; i < 2; ++i) {
    try {
      int x = w.root(i * 16);
      std::printf("root %d\n", x);
    } catch (const std::exception&) {
      std::printf("no root\n");
    }
  }
  int good = w.root(81);
  try {
    std::printf("%d\n", w.root(-4));
  } catch (const std::exception&) {
    std::printf("no root\n");
  }
  std::printf("%d\n", good);
}
