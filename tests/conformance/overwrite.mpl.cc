// A delayed variable is overwritten, by a plain value and by another call: a late result must not
// replace the new value.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] slow {
 public:
  int echo(int n) {
    unsigned x = static_cast<unsigned>(n);
    for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
    rtf(x == 12345u ? -1 : n);
  }
  int quick(int n) { rtf(n); }
  std::string text(int n) { rtf(std::string(40, static_cast<char>('a' + n))); }
};

int main() {
  slow s;
  int w = s.echo(1);
  w = 4;
  std::printf("%d\n", w);
  w = s.echo(2);
  w = s.quick(3);
  std::printf("%d\n", w);
  int y = s.echo(5);
  int z = s.echo(y);
  y = s.quick(6);
  w = y;
  y = 7;
  std::printf("%d %d %d\n", w, y, z);
  std::string t = s.text(1);
  t = "short";
  t = s.text(2);
  t.assign("a plain text that is quite long, too");
  std::printf("%s\n", t.c_str());
}
