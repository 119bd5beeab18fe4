// main with parameters and without a return; calls before, in and after a try that covers the body.
#include <mentat/mpl.h>

#include <cstdio>
#include <cstdlib>

mentat class worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

static int before_main = 3;

int main(int argc, char* argv[]) try {
  worker w;
  int n = w.add(argc, before_main);
  n = w.add(n, argv[argc] == nullptr ? 10 : 0);
  std::printf("%d %d\n", n, argc);
  if (n > 100) return EXIT_FAILURE;
} catch (...) {
  std::printf("failed\n");
}
