// A Mentat class derives from an ordinary template that casts itself to its argument.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

template <class Derived>
struct counted {
  int next() { return static_cast<Derived*>(this)->plus(1); }
  int twice() { return 2 * static_cast<Derived&>(*this).plus(1); }
};
template <int Step, class Derived>
struct stepped {
  int step() { return static_cast<Derived*>(this)->plus(Step); }
};

class [[mentat::persistent]] tally : public counted<tally>, public stepped<10, tally> {
 public:
  int plus(int n) { return value_ += n; }
  int run() { return next() + twice() + step(); }

 private:
  int value_ = 0;
};

template <class T>
class [[mentat::regular]] adder : public counted<adder<T>> {
 public:
  T plus(T n) { return n + 1; }
  T run() { return this->next(); }
};

int main() {
  tally t;
  mentat::create(t);
  int sum = t.run();
  adder<int> a;
  int one = a.run();
  std::printf("%d %d\n", sum, one);
}
