// Overloads by type and by number; a result variable's type chooses like any other argument.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] teller {
 public:
  int tell(int) { rtf(1); }
  int tell(double) { rtf(2); }
  int tell(char) { rtf(3); }
  int tell(const std::string&) { rtf(4); }
  int tell(int, int) { rtf(5); }
  double half(double x) { rtf(x / 2); }
  char letter() { rtf('x'); }
};

int main() {
  teller t;
  int a = t.tell(1);
  double d = t.half(9);
  char c = t.letter();
  int b = t.tell(d);
  int e = t.tell(c);
  int f = t.tell("text");
  int g = t.tell(a, b);
  int h = t.tell(t.half(1));
  int i = t.tell(c + 0);
  std::printf("%d%d%d%d%d%d%d\n", a, b, e, f, g, h, i);
}
