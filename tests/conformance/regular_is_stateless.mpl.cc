// Every call of a regular class gets a new object [TOCS96 2.2.1]: the next call does not find what
// a call left in a member.
// No elision: an ordinary compiler has one object per variable.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  int next(int n) {
    count_ += n;
    rtf(count_);
  }

 private:
  int count_ = 100;
};

int main() {
  worker w;
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    int x = w.next(i);
    sum += x;
  }
  int a = w.next(1);
  int b = w.next(a);
  std::printf("%d %d %d\n", sum, a, b);
}
