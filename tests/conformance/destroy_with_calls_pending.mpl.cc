// destroy comes after the calls that were made before it, though they still wait for their
// arguments; a call made afterwards is an error that the strict use reports.
// No elision: an ordinary compiler has nothing to destroy.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::regular]] slow {
 public:
  int echo(int n) {
    unsigned x = static_cast<unsigned>(n);
    for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
    rtf(x == 12345u ? -1 : n);
  }
};

class [[mentat::persistent]] counter {
 public:
  int add(int n) { rtf(total_ += n); }

 private:
  int total_ = 0;
};

int main() {
  slow s;
  counter c;
  counter d;
  mentat::create(c);
  mentat::create(d);
  counter other = c;
  int x = c.add(s.echo(1));
  int y = c.add(s.echo(2));
  c.add(d.add(s.echo(10)));
  int z = c.add(0);
  mentat::destroy(c);
  int after = other.add(1);
  try {
    std::printf("%d\n", after);
  } catch (const mentat::object_lost&) {
    std::printf("lost ");
  }
  mentat::create(c);
  int u = c.add(1000);
  std::printf("%d %d %d %d %d\n", x, y, z, u, d.add(0));
}
