// Three stages over a stream [TOCS96 3.2.3]: nothing is read in the loop, each stage's result feeds
// the next, and a value from the round before feeds this one.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] stage {
 public:
  long mix(long a, long b) { rtf((a * 31 + b) % 1000003); }
};

int main() {
  stage first, second, third;
  long a = 0;
  long b = 0;
  long c = 1;
  for (int i = 0; i < 200; ++i) {
    a = first.mix(i, c);
    b = second.mix(a, b);
    c = third.mix(b, a);
  }
  std::printf("%ld %ld %ld\n", a, b, c);
}
