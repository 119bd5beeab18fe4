// A parameter has the name of its type, of another parameter's type or of the result's, as C++ allows.
#include <mentat/mpl.h>

#include <iostream>
#include <string>
#include <utility>

using std::string;

struct point {
  int x = 0;
};

class [[mentat::regular]] plane {
 public:
  int of_value(point point) { return point.x; }
  int of_const(const point& point) { return point.x; }
  int of_rvalue(point&& point) { return point.x; }
  string of_text(string string) { return string + "!"; }
  point moved(point point, int by) {
    point.x += by;
    return point;
  }
  int of_two(point point, struct point other) { return 10 * point.x + other.x; }
  int of_default(point point, int more = 5) { return point.x + more; }
  int sum(point point) { return of_value(point) + of_default(point) + of_rvalue(std::move(point)); }
};

template <class T>
class [[mentat::regular]] shelf {
 public:
  T kept(T value) { return value; }
  string told(string string, T value) { return string + value; }
};

int main() {
  plane flat;
  point p;
  p.x = 4;
  int value = flat.of_value(p), constant = flat.of_const(p), rvalue = flat.of_rvalue(point{7});
  string text = flat.of_text("text");
  point q = flat.moved(p, 3);
  int two = flat.of_two(p, q), extra = flat.of_default(q), sum = flat.sum(q);
  shelf<string> words;
  string kept = words.kept("kept"), told = words.told("to", "ld");
  std::cout << value << " " << constant << " " << rvalue << " " << text << " " << q.x << " " << two
            << " " << extra << " " << sum << " " << kept << " " << told << "\n";
}
