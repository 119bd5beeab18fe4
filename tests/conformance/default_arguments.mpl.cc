// Default arguments: constants, statics of the class, expressions with effects, one that follows
// another.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

int made = 0;
int make() { return ++made; }

class [[mentat::regular]] worker {
 public:
  static const int step = 7;
  static constexpr int wide = 100;
  enum { narrow = 3 };
  static int doubled(int n) { return 2 * n; }
  int add(int a, int b = step, int c = wide + narrow) { rtf(a + b + c); }
  int call(int a = make(), int b = doubled(step)) { rtf(a * 100 + b); }
  std::string text(const std::string& s = "default", char c = '!') { rtf(s + c); }
};

int main() {
  worker w;
  int a = w.add(1);
  int b = w.add(a, 1);
  int c = w.add(a, b, 1);
  int d = w.call();
  int e = w.call(5);
  int f = w.call();
  std::string s = w.text();
  s = w.text(s);
  s = w.text(s, '?');
  int g = worker::doubled(worker::step);
  std::printf("%d %d %d %d %d %d %d %s %d\n", a, b, c, d, e, f, made, s.c_str(), g);
}
