// One variable is an argument as it is and inside another argument, before and after: the arc of the
// first must not be lost when the second needs the value.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  int mix(int a, int b, int c = 0) { rtf(100 * a + 10 * b + c); }
  std::string join(const std::string& a, const std::string& b) { rtf(a + b); }
  std::string text(int n) { rtf(std::string(20, static_cast<char>('a' + n))); }
};

int increase(int& n) { return n + 1; }

int main() {
  worker w;
  int x = w.mix(0, 0, 1);
  int a = w.mix(x, x + 1);
  int y = w.mix(0, 0, 2);
  int b = w.mix(y + 1, y);
  int z = w.mix(0, 0, 3);
  int c = w.mix(z, increase(z), z);
  z = w.mix(0, 0, 4);
  int d = w.mix(increase(z), z, w.mix(0, 0, z + z));
  std::string s = w.text(0);
  std::string t = w.join(s, s + "!");
  std::string u = w.text(1);
  std::string v = w.join(u + "?", u);
  std::printf("%d %d %d %d %s %s\n", a, b, c, d, t.c_str(), v.c_str());
}
