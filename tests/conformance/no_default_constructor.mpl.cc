// A result type without a default constructor: the variable cannot exist before its value does.
#include <mentat/mpl.h>

#include <cstdio>

struct length {
  explicit length(int m) : metres(m) {}
  int metres;
};

class [[mentat::regular]] worker {
 public:
  length measure(int n) { rtf(length(n)); }
  length sum(length a, length b) { rtf(length(a.metres + b.metres)); }
};

int main() {
  worker w;
  length a = w.measure(3);
  const length b = w.measure(4);
  length c = w.sum(a, b);
  int n = c.metres;
  c = w.sum(c, c);
  auto d = w.sum(c, a);
  std::printf("%d %d %d %d %d\n", n, a.metres, b.metres, c.metres, d.metres);
}
