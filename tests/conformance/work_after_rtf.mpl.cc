// rtf makes the result available and goes on [TOCS96 2.2.2]; the next call on the object comes
// after the work.
// No elision: with an ordinary compiler rtf leaves the function.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::persistent]] ticket {
 public:
  int take() {
    int n = next_;
    rtf(n);
    for (int i = 0; i < 10; ++i) next_ += 1;
    seen_.push_back(n);
  }
  int seen() {
    int n = 0;
    for (int s : seen_) n = n * 100 + s;
    rtf(n);
    seen_.clear();
    next_ = 1;
  }

 private:
  int next_ = 1;
  std::vector<int> seen_;
};

int main() {
  ticket t;
  mentat::create(t);
  int a = t.take();
  int b = t.take();
  t.take();
  int c = t.seen();
  int d = t.take();
  std::printf("%d %d %d %d\n", a, b, c, d);
}
