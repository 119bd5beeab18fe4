// The object is named through a pointer, a reference, a pointer to a pointer, a conditional and a
// function's result.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }

 private:
  int total_ = 0;
};

counter& pick(counter& a, counter& b, bool first) { return first ? a : b; }

int main() {
  counter a, b;
  mentat::create(a);
  mentat::create(b);
  counter* p = &a;
  counter** pp = &p;
  counter& r = b;
  int x = p->add(1);
  int y = r.add(10);
  x = (*p).add(x);
  y = (*pp)->add(y);
  (y > 5 ? a : b).add(100);
  pick(a, b, false).add(1000);
  int z = (x == 2 ? p : &r)->add(0);
  std::printf("%d %d %d %d\n", x, y, z, b.add(0));
}
