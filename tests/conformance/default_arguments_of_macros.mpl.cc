// A default argument means what its macros mean where it is written.
#include <mentat/mpl.h>

#include <climits>
#include <iostream>
#include <string>

#define SIZE 4
#define SUM(a, b) ((a) + (b))
#define NUMBER int

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
  int size_of(int n = sizeof(NUMBER)) { return n; }
  int narrowed(int n = static_cast<NUMBER>(300)) { return n; }
#undef NUMBER
#define NUMBER signed char
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
  int size_of = m.size_of();
  int narrowed = m.narrowed();
  std::cout << first << ' ' << line << ' ' << second << ' ' << sum << ' ' << (most == LONG_MAX)
            << ' ' << size_of << ' ' << narrowed << ' ' << name;
}
