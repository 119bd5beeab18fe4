// a = b between result variables, their fields and elements: the delay goes along, each keeps the
// value that it was given, and an error is thrown for each. Chains, swaps, aliases, loops, handlers.
// No elision: an error comes where a value is used, and not where it is copied.
#include <mentat/mpl.h>

#include <array>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

struct both {
  int a = 0;
  std::string b;
};

class [[mentat::regular]] worker {
 public:
  int square(int n) {
    if (n < 0) throw std::runtime_error("negative");
    return n * n;
  }
  std::string text(int n) { return std::string(static_cast<std::size_t>(n), 'x'); }
  both make(int n) { return {n, std::to_string(n)}; }
  std::vector<int> row(int n) { return std::vector<int>(3, n); }
};

int main() {
  worker w;
  int a = w.square(2), b = w.square(3), c = w.square(4);
  a = b;
  b = c;
  c = a;
  std::cout << a << b << c << ' ';

  int first = w.square(5), second = w.square(6), old = w.square(7);
  old = first;
  first = second;
  second = old;
  std::cout << first << second << old << ' ';

  std::string s = w.text(2), t = w.text(3);
  s = t;
  t = w.text(1);
  s = s;
  std::cout << s << t << ' ';

  both p = w.make(1), q = w.make(2);
  p = q;
  q.a = w.square(9);
  p.a = q.a;
  q = w.make(4);
  std::cout << p.a << p.b << q.a << q.b << ' ';

  int x[4];
  for (int i = 0; i < 4; ++i) x[i] = w.square(i);
  for (int i = 0; i < 3; ++i) x[i] = x[i + 1];
  x[3] = x[3];
  std::array<int, 2> y;
  y[0] = w.square(8);
  y[1] = y[0];
  std::vector<int> z(2);
  z[0] = w.square(11);
  z[1] = z[0];
  z[0] = x[1];
  std::cout << x[0] << x[1] << x[2] << x[3] << ' ' << y[0] << y[1] << ' ' << z[0] << z[1] << ' ';

  std::vector<int> row = w.row(1), next;
  for (int i = 0; i < 3; ++i) {
    next = w.row(i);
    row = next;
  }
  std::cout << row[0] << next[1] << row.size() << '\n';

  // Narrower types keep what C++ makes of the value.
  char narrow = 0, other = 0;
  narrow = static_cast<char>(w.square(1));
  narrow = w.square(17);
  other = narrow;
  std::cout << (other == static_cast<char>(289)) << ' ';

  // A copy of what was overwritten meanwhile, and of what has come.
  int kept = w.square(1), changed = w.square(2);
  kept = changed;
  changed = 5;
  std::cout << kept << changed << ' ';
  int seen = w.square(3), later = w.square(4);
  std::cout << seen;
  later = seen;
  std::cout << later << ' ';

  // A reference to the target sees the copy.
  int target = w.square(1), source = w.square(2);
  const int& alias = target;
  target = source;
  std::cout << alias << ' ';

  std::array<int, 2> whole = y;
  y[0] = w.square(12);
  whole = y;
  y[1] = w.square(13);
  std::cout << whole[0] << whole[1] << y[1] << ' ';

  // Errors: for each variable, and in a handler around the copy.
  int bad = w.square(-1), copy = w.square(1);
  copy = bad;
  for (int i = 0; i < 2; ++i) {
    try {
      if (i == 0) bad += 1;
      if (i == 1) copy += 1;
      std::cout << "none ";
    } catch (const std::exception& e) {
      std::cout << e.what() << ' ';
    }
  }
  int worse = w.square(-2), caught = w.square(1);
  try {
    caught = worse;
    std::cout << "passed ";
  } catch (const std::exception&) {
    std::cout << "handled ";
  }
  std::cout << caught << '\n';
}
