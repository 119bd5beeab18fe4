#include <mentat/mpl.h>

mentat class maker {
 public:
  auto deduced() { return 1; }
  auto trailing() -> int { return 1; }
  int variadic(int n, ...) { return n; }
  int late(int n);
};

int maker::late(int n = 3) { return n; }

template <class>
mentat class unnamed {
 public:
  int op() { return 1; }
};

int main(int, char**, char**) {}
