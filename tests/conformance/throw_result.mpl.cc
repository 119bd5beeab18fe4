// A result variable, and a call, are thrown, caught and returned.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  std::string text(int n) { rtf(std::string(20, static_cast<char>('a' + n))); }
};

int main() {
  worker w;
  for (int i = 0; i < 3; ++i) {
    try {
      int x = w.twice(i);
      std::string s = w.text(i);
      if (x == 0) throw x;
      if (i == 1) throw s;
      throw w.twice(50);
    } catch (int n) {
      n = w.twice(n + 1);
      std::printf("%d\n", n);
    } catch (const std::string& s) {
      std::printf("%s\n", s.c_str());
    }
  }
}
