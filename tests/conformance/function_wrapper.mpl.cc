// std::function, a function pointer and a stored lambda read the variable through a reference,
// later.
#include <mentat/mpl.h>

#include <cstdio>
#include <functional>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
};

int apply(const std::function<int()>& f) { return f(); }
int add(const int& a, const int& b) { return a + b; }

int main() {
  worker w;
  int x = 1;
  std::function<int()> read = [&x] { return x; };
  x = w.twice(8);
  std::printf("%d ", read());
  x = w.twice(9);
  std::printf("%d ", apply(read));
  x = w.twice(10);
  int (*f)(const int&, const int&) = add;
  int y = w.twice(x);
  std::printf("%d ", f(x, y));
  std::function<int(int)> call = [&w](int n) { return w.twice(n); };
  y = call(y);
  std::printf("%d\n", y);
}
