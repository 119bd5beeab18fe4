// mentat::self<X>(): an object gives its own name away, and calls come back through it.
// No elision: an ordinary compiler has no name of an object.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter;

class [[mentat::regular]] courier {
 public:
  int deliver(counter c, int n);
};

class [[mentat::persistent]] counter {
 public:
  int add(int n) { rtf(total_ += n); }
  counter name() { rtf(mentat::self<counter>()); }
  int send(int n) {
    courier c;
    int later = c.deliver(mentat::self<counter>(), n);
    rtf(later);
  }

 private:
  int total_ = 1;
};

int courier::deliver(counter c, int n) {
  int x = c.add(n);
  rtf(x);
}

int main() {
  counter c;
  mentat::create(c);
  counter same = c.name();
  int a = same.add(4);
  int b = c.send(100);
  b += 0;
  int d = same.add(0);
  std::printf("%d %d %d\n", a, b, d);
}
