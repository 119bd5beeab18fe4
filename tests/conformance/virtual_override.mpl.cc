// A call through a reference to the base reaches the derived class's function; other functions are
// inherited.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] shape {
 public:
  virtual ~shape() = default;
  virtual int area(int scale) { rtf(0 * scale); }
  int twice_area(int scale) { rtf(2 * area(scale)); }
  void grow(int by) { size_ += by; }

 protected:
  int size_ = 1;
};

class [[mentat::persistent]] square : public shape {
 public:
  int area(int scale) override { rtf(size_ * size_ * scale); }
  int sides() { rtf(4); }
};

class [[mentat::persistent]] tall_square final : public square {
 public:
  int area(int scale) override { rtf(3 * size_ * scale); }
};

int measure(shape& s, int scale) {
  s.grow(scale);
  int a = s.area(scale);
  int b = s.twice_area(a);
  return a * 1000 + b;
}

int main() {
  shape base;
  square s;
  tall_square t;
  mentat::create(base);
  mentat::create(s);
  mentat::create(t);
  square& as_square = t;
  int x = measure(base, 2);
  int y = measure(s, 2);
  int z = measure(as_square, 3);
  int n = s.sides();
  n = as_square.area(n);
  std::printf("%d %d %d %d %d\n", x, y, z, n, t.sides());
}
