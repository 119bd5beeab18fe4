// long, unsigned, short, char and bool: narrowing and sign happen where C++ says, before a value is
// forwarded.
#include <mentat/mpl.h>

#include <cstdio>

mentat class worker {
 public:
  long big() { rtf(0x1234567890L); }
  long same(long x) { rtf(x); }
  unsigned flip(unsigned x) { rtf(~x); }
  int minus(int x) { rtf(-x); }
};

int main() {
  worker w;
  long a = w.big();
  int b = w.big();
  long c = w.same(b);
  unsigned char d = w.flip(1);
  long e = w.same(d);
  unsigned f = w.minus(1);
  long g = w.same(f);
  short h = w.minus(70000);
  bool k = w.minus(12);
  long l = w.same(k);
  std::printf("%lx %x %lx %d %ld %u %ld %d %d %ld\n", a, b, c, d, e, f, g, h, k, l);
}
