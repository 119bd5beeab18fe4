// Small types next to each other in memory: a delayed neighbour must not be written over.
#include <mentat/mpl.h>

#include <cstdio>

enum class color : unsigned char { red, green, blue };
enum unit { metre = 5, mile };

struct small {
  char a = 'a';
  bool b = false;
  char c = 'c';
  color d = color::red;
};

class [[mentat::regular]] worker {
 public:
  bool odd(int n) { rtf(n % 2 != 0); }
  char letter(int n) { rtf(static_cast<char>('a' + n)); }
  color paint(int n) { rtf(static_cast<color>(n)); }
  unit measure(bool b) { rtf(b ? mile : metre); }
  int code(color c, unit u) { rtf(static_cast<int>(c) * 10 + u); }
};

int main() {
  worker w;
  small s;
  s.b = w.odd(3);
  s.a = w.letter(3);
  s.d = w.paint(2);
  s.c = 'z';
  char text[4] = "xyz";
  text[1] = w.letter(25);
  text[0] = w.letter(7);
  text[2] = 'q';
  unit u = w.measure(s.b);
  int code = w.code(s.d, u);
  if (w.odd(2) || !s.b) std::printf("wrong\n");
  std::printf("%c%d%c %s %d\n", s.a, s.b, s.c, text, code);
}
