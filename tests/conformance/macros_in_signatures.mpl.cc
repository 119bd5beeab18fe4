// Macros in signatures that are undefined before the class ends or differ each time, and marks that
// macros make.
#include <mentat/mpl.h>

#include <array>
#include <iostream>
#include <string>

#define REGULAR [[mentat::regular]]
#define MARKED(kind) [[nodiscard, mentat::kind]]

class REGULAR later;
class REGULAR counter {
 public:
#define INT int
#define TEXT const std::string&
#define ARGUMENT(name) INT name
  INT next(INT n) { return n + 1; }
  INT after(ARGUMENT(n)) { return n + 2; }
  int size(TEXT text) { return static_cast<int>(text.size()); }
  auto behind(INT n) -> INT { return n * 2; }
  INT outside(INT, INT n = INT(3));
#undef INT
#undef TEXT
#undef ARGUMENT
  int counted(std::array<int, __COUNTER__ + 2> two, std::array<int, __COUNTER__ + 2> three) {
    return static_cast<int>(10 * two.size() + three.size()) + __COUNTER__;
  }
  int local(int n) { return next(n) + after(n) + outside(1); }
};
int counter::outside(int m, int n) { return m * n; }

class MARKED(regular) later {
 public:
  int f(counter c) { return c.next(10); }
};

int main() {
  counter c;
  int next = c.next(1), after = c.after(1), size = c.size("four"), behind = c.behind(4);
  int outside = c.outside(5, 2), given = c.outside(5), local = c.local(1);
  int counted = c.counted({1, 2}, {1, 2, 3});
  later l;
  int f = l.f(c);
  std::cout << next << " " << after << " " << size << " " << behind << " " << outside << " "
            << given << " " << local << " " << f << " " << counted << "\n";
}
