// A comma in the returned expression is the operator, not the next argument: written out, by a
// macro, in parentheses, in both arms.
#include <mentat/mpl.h>

#include <iostream>
#include <string>
#include <utility>

#define COUNTED(n) ++calls_, n
#define PAIR(a, b) std::pair<int, int>(a, b)

class [[mentat::persistent]] logger {
 public:
  int twice(int n) { return ++calls_, 2 * n; }
  int by_macro(int n) { return COUNTED(3 * n); }
  int in_parentheses(int n) { return (++calls_, 4 * n); }
  std::string text(int n) { return ++calls_, std::string(static_cast<std::size_t>(n), 'x'); }
  std::pair<int, int> both(int n) { return ++calls_, PAIR(n, n + 1); }
  int call(int n) {
    logger other;
    mentat::create(other);
    return ++calls_, other.twice(n);
  }
  int variable(int n) {
    logger other;
    mentat::create(other);
    int v = other.twice(n);
    return ++calls_, v;
  }
  int three(int n) { return ++calls_, ++calls_, n; }
  int calls() const { return calls_; }

 private:
  int calls_ = 0;
};

template <class T>
class [[mentat::persistent]] typed_logger {
 public:
  T twice(T n) { return ++calls_, n + n; }

 private:
  int calls_ = 0;
};

int main() {
  logger l;
  mentat::create(l);
  typed_logger<double> t;
  mentat::create(t);
  int a = l.twice(3), b = l.by_macro(3), c = l.in_parentheses(3), d = l.call(5), e = l.variable(6), f = l.three(7);
  std::pair<int, int> g = l.both(8);
  std::cout << a << b << c << ' ' << d << e << f << ' ' << g.first << g.second << l.text(2)
      << t.twice(1.25) << ' ' << l.calls() << '\n';
}
