#include <mentat/mpl.h>

#include <cstdio>

// A regular class: its objects keep nothing between calls, so any number of calls run at once.
class [[mentat::regular]] adder {
 public:
  int sum(int from, int to) {
    int total = 0;
    for (int i = from; i < to; ++i) total += i;
    return total;
  }
};

int main() {
  adder a;
  int low = a.sum(0, 5000);                 // does not wait
  int high = a.sum(5000, 10001);            // runs beside it
  std::printf("@NAME@: %d\n", low + high);  // waits for both
  return 0;
}
