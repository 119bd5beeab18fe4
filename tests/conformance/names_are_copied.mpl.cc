// Copying a Mentat variable copies the name, not the object: both name one counter.
// No elision: with an ordinary compiler the object itself is copied.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

persistent mentat class counter {
 public:
  int add(int n) {
    total_ += n;
    rtf(total_);
  }

 private:
  int total_ = 0;
};

int add_twice(counter c, int n) {
  c.add(n);
  int x = c.add(n);
  return x;
}

int main() {
  counter c;
  mentat::create(c);
  counter d = c;
  c.add(1);
  int x = d.add(10);
  int y = add_twice(d, 100);
  std::vector<counter> all(3, c);
  for (auto& e : all) e.add(1000);
  counter other;
  mentat::create(other);
  d = other;
  d.add(5);
  int z = c.add(0);
  int u = other.add(0);
  std::printf("%d %d %d %d\n", x, y, z, u);
}
