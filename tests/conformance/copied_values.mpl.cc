// Values to which no reference can be bound: bit-fields, packed fields, constants without memory,
// elements of vector registers. As arguments, results, arguments of constructors, and as the
// targets of calls.
#include <mentat/mpl.h>

#include <iostream>

struct bits {
  unsigned a : 3 = 5;
  int z : 4 = -2;
};
struct [[gnu::packed]] packed {
  char c = 1;
  int i = 7;
  int many[2] = {8, 9};
};
#pragma pack(push, 1)
struct tight {
  char c = 1;
  double d = 2.5;
};
#pragma pack(pop)
struct limits {
  static const int most = 12;
};
typedef int four __attribute__((vector_size(16)));

class [[mentat::persistent]] box {
 public:
  box(int n, unsigned m) : n_(n + static_cast<int>(m)) {}
  unsigned field() { return bits_.a; }
  int handed_on() { rtf(bits_.z); }
  long wider() { return bits_.z; }
  int assigned() { return bits_.z = 3; }
  unsigned chosen(bool first) {
    bits other;
    other.a = 1;
    return first ? bits_.a : other.a;
  }
  int of_packed() {
    packed p;
    return p.i;
  }
  int element() {
    packed p;
    packed* at = &p;
    rtf(at->many[1]);
  }
  double of_tight() {
    tight t;
    return t.d;
  }
  int constant() { return limits::most; }
  int lane() {
    four v = {1, 2, 3, 4};
    return v[2];
  }
  int same(int n) { return n; }
  int held() { return n_; }

 private:
  bits bits_;
  int n_;
};

int main() {
  bits y;
  packed p;
  tight t;
  four v = {5, 6, 7, 8};
  box o(y.z, y.a), q(limits::most, static_cast<unsigned>(p.i));
  std::cout << o.held() << q.held() << ' ' << o.field() << o.handed_on() << o.wider()
      << o.assigned() << o.chosen(true)
            << o.chosen(false) << ' ' << o.of_packed() << o.element() << o.of_tight()
            << o.constant() << o.lane() << ' ';
  y.a = o.field();
  y.z = o.handed_on();
  int field = o.same(y.z), of_packed = o.same(p.i), element = o.same(p.many[0]), lane = o.same(v[1]);
  int constant = o.same(limits::most), of_tight = o.same(static_cast<int>(t.d));
  std::cout << y.a << y.z << ' ' << field << of_packed << element << lane << constant << of_tight
      << ' ';
  p.i = o.same(9);
  p.many[1] = o.same(10);
  t.d = o.of_tight();
  v[3] = o.same(11);
  std::cout << p.i << p.many[1] << t.d << v[3] << '\n';
}
