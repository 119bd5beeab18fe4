// Result types that overload & and the comma: the translation takes their addresses and writes
// them in sequence all the same.
#include <mentat/mpl.h>

#include <iostream>
#include <vector>

struct proxy {
  int value = 0;
  proxy* operator&() const { return nullptr; }
  int operator,(int) const { return -1; }
};
template <class T>
int operator,(const proxy&, const T&) {
  return -2;
}
struct without_default {
  explicit without_default(int given) : value(given) {}
  template <class Archive>
  void serialize(Archive& archive) {
    archive(value);
  }
  without_default* operator&() const { return nullptr; }
  int value;
};

class [[mentat::regular]] maker {
 public:
  proxy make(int n) {
    proxy made;
    made.value = n;
    return made;
  }
  proxy twice(proxy given) {
    maker other;
    proxy made = other.make(2 * given.value);
    return made;
  }
  int read(const proxy& given) { return given.value; }
  int take(proxy given) { return given.value; }
};

class [[mentat::persistent]] keeper {
 public:
  explicit keeper(const proxy& given) : kept_(given) {}
  proxy kept() { return kept_; }
  int compared(int n) { return proxy{n}, n; }

 private:
  proxy kept_;
};

int main() {
  maker m;
  proxy a;
  a = m.make(3);
  proxy b = m.make(4);
  const proxy fixed = m.make(6);
  int n = m.read(a), k = m.take(b), f = m.read(fixed);
  std::vector<proxy> v(2);
  v[1] = m.make(5);
  auto add = [a, &b](int given) { return a.value + b.value + given; };
  std::cout << a.value << b.value << fixed.value << n << k << f << v[1].value << add(1) << ' ';
  proxy field[2];
  field[0] = m.twice(m.make(7));
  field[1] = field[0];
  keeper c(b);
  std::cout << field[1].value << c.kept().value << c.compared(3) << '\n';
}
