// A Mentat object calls another one in its constructor's list and body, in its functions, and keeps
// the other's name.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] source {
 public:
  int number(int n) { rtf(n * n); }
};

class [[mentat::persistent]] sink {
 public:
  sink() : first_(from_.number(3)), second_{from_.number(first_)} {
    int x = from_.number(2);
    third_ = x + 1;
  }
  int sum(int n) {
    int a = from_.number(n);
    int b = from_.number(a);
    second_ = from_.number(1);
    rtf(first_ + second_ + third_ + a + b);
  }
  int parts() { rtf(first_ * 1000 + second_ * 100 + third_); }

 private:
  source from_;
  int first_;
  int second_;
  int third_ = 0;
};

int main() {
  sink s;
  mentat::create(s);
  int a = s.parts();
  int b = s.sum(2);
  std::printf("%d %d %d\n", a, b, s.parts());
}
