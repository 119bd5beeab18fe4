// A failed producer fails its consumers, which do not run; the strict use of the last one throws
// the first one's error.
#include <mentat/mpl.h>

#include <cstdio>
#include <exception>
#include <stdexcept>

class [[mentat::regular]] worker {
 public:
  int fail(int n) {
    if (n > 0) throw std::runtime_error("first cause");
    rtf(n);
  }
  int add(int a, int b) { rtf(a + b); }
};

class [[mentat::persistent]] counter {
 public:
  int count(int n) {
    calls_ += 1;
    rtf(n);
  }
  int calls() { rtf(calls_); }

 private:
  int calls_ = 0;
};

int main() {
  worker w;
  counter c;
  mentat::create(c);
  try {
    int a = w.fail(1);
    int b = w.add(a, 1);
    int d = c.count(b);
    int e = w.add(d, c.count(w.fail(2)));
    std::printf("%d\n", e);
  } catch (const std::exception&) {
    std::printf("failed\n");
  }
  std::printf("%d\n", c.calls());
  int f = c.count(w.add(w.fail(0), 5));
  std::printf("%d %d\n", f, c.calls());
}
