// An ordinary function takes the variable by reference, by pointer, by const reference: it sees and
// may change the value.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

void increase(int& n) { n += 1; }
void increase_at(int* n) { *n += 10; }
int read(const int& n) { return n; }

int main() {
  worker w;
  int x = w.twice(4);
  increase(x);
  x = w.twice(x);
  increase_at(&x);
  int y = w.twice(x);
  std::printf("%d %d\n", read(x), read(y));
}
