#include <cstdio>

#include "counter/counter.mpl.h"
#include "plain.h"

int main() {
  counter c;
  mentat::create(c);
  int one = c.add(plain());
  int two = c.count_twice(steps{1, 2});
  std::printf("%d %d\n", one, two);
  return 0;
}
