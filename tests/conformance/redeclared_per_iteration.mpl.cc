// A variable declared in the body is a new one in each round, without an initialiser too.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

mentat class worker {
 public:
  int twice(int n) { rtf(2 * n); }
  std::string text(int n) { rtf(std::string(20, static_cast<char>('a' + n))); }
};

int main() {
  worker w;
  int sum = 0;
  std::string all;
  for (int i = 0; i < 6; ++i) {
    int x = -1;
    std::string s;
    if (i % 2) x = w.twice(i);
    if (i % 3 == 0) {
      s = w.text(i);
      continue;
    }
    if (i == 5) break;
    sum += x;
    all += s;
    s = w.text(i);
    all += s[19];
    x = w.twice(1000);
  }
  std::printf("%d %s\n", sum, all.c_str());
}
