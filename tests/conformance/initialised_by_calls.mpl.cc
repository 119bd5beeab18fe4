// Arrays, aggregates, vectors and members of a constructor's list are initialised by calls, in
// order.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

class [[mentat::persistent]] counter {
 public:
  int next() { rtf(++count_); }

 private:
  int count_ = 0;
};

struct pair {
  int a;
  int b;
};
struct inner {
  pair p;
  int c;
};
struct built {
  explicit built(counter& c) : first(c.next()), second{c.next(), first} {}
  int first;
  pair second;
};

int main() {
  counter c;
  mentat::create(c);
  int x[3] = {c.next(), c.next(), 7};
  pair p{c.next(), c.next()};
  inner i = {{c.next(), x[0]}, c.next()};
  std::vector<int> v{c.next(), c.next()};
  std::vector<int> sized(c.next(), 1);
  built b(c);
  std::string s(c.next(), 'x');
  std::printf("%d%d%d %d%d %d%d%d %d%d ", x[0], x[1], x[2], p.a, p.b, i.p.a, i.p.b, i.c, v[0], v[1]);
  std::printf("%zu %d %d %d %zu\n", sized.size(), b.first, b.second.a, b.second.b, s.size());
}
