// A default argument means what its macros mean where it is written.
#include <mentat/mpl.h>

#include <climits>
#include <iostream>
#include <string>

#define SIZE 4
#define SUM(a, b) ((a) + (b))

class [[mentat::regular]] maker {
 public:
  int first(int size = SIZE) { return size; }
  int line(int at = __LINE__) { return at; }
#undef SIZE
#define SIZE 7
  int second(int size = SIZE) { return size; }
  int sum(int n = SUM(SIZE, 1) * 2) { return n; }
  long most(long n = LONG_MAX) { return n; }
#define NAME "a \"b\"\n"
  std::string name(const std::string& text = NAME) { return text; }
#undef NAME
};
#undef SIZE
#undef SUM
#define SIZE unknown

int main() {
  maker m;
  int first = m.first();
  int line = m.line();
  int second = m.second();
  int sum = m.sum();
  long most = m.most();
  std::string name = m.name();
  std::cout << first << ' ' << line << ' ' << second << ' ' << sum << ' ' << (most == LONG_MAX)
            << ' ' << name;
}
