// The alias is made in one round of the loop and the assignment comes in the next one.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main() {
  worker w;
  int x = 0;
  int* p = nullptr;
  for (int i = 0; i < 5; ++i) {
    x = w.add(i, 10);
    if (p) std::printf("%d ", *p);
    p = &x;
  }
  std::printf("%d\n", *p);
  int a = 1;
  int b = 2;
  int* q = &a;
  for (int i = 0; i < 4; ++i) {
    a = w.add(i, 100);
    b = w.add(i, 200);
    std::printf("%d ", *q);
    q = i % 2 ? &a : &b;
  }
  std::printf("\n");
}
