// Static members of a Mentat class named through a template parameter, an alias template, decltype.
#include <mentat/mpl.h>

#include <iostream>
#include <string>

template <class T, int N = 3>
class [[mentat::persistent]] ring {
 public:
  static constexpr int size = N;
  enum { bits = 8 * N };
  static T twice(const T& x, T more = 0) { return x + x + more; }
  static inline int made = 0;
  static const std::string title;
  T put(T x) { return x; }
};
template <class T, int N>
const std::string ring<T, N>::title = "ring";

template <class T>
using ring5 = ring<T, 5>;

template <class R>
int sum_of(R) {
  R::made += 1;
  int places[R::size] = {R::bits};
  return places[0] + R::size + R::twice(100) + static_cast<int>(R::title.size());
}

class [[mentat::regular]] plain {
 public:
  static constexpr int limit = 7;
  enum color { red, green };
  static int of(int n) { return n + limit; }
  int f(int n) { return n; }
};
class [[mentat::regular]] derived : public plain {
 public:
  int g(int n) { return n; }
};

template <class P>
int of_plain() {
  return P::limit + P::green + P::of(1);
}

int main() {
  ring<int> r;
  mentat::create(r);
  ring5<int> r5;
  std::cout << sum_of(r) << ' ' << sum_of(r5) << ' ' << ring5<int>::size << ' ' << decltype(r)::size
            << ' ' << ring<int>::made + ring5<int>::made << ' ' << of_plain<plain>() << ' '
            << of_plain<derived>() << '\n';
}
