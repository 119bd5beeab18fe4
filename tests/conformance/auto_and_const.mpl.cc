// The variable's type comes from the function (auto), and the variable may never change (const).
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  int number(int n) { rtf(n); }
  double half(int n) { rtf(n / 2.0); }
  std::string name(int n) { rtf(std::string(static_cast<std::size_t>(n), 'n')); }
};

int main() {
  worker w;
  auto a = w.number(41);
  const auto b = w.half(a);
  const int c = w.number(a);
  auto s = w.name(3);
  const std::string t = w.name(5);
  const auto u = w.half(c) * 2;
  s += "!";
  std::printf("%d %.1f %d %s %s %.1f\n", a + 1, b, c, s.c_str(), t.c_str(), u);
  auto d = w.half(3), e = w.half(5);
  std::printf("%.1f\n", d + e);
}
