// rtf of a nested call, again and again: the computation unfolds without any actor that waits.
#include <mentat/mpl.h>

#include <cstdio>

mentat class summer {
 public:
  long add(long a, long b) { rtf(a + b); }
  long fibonacci(int n) {
    summer s;
    if (n < 2) {
      rtf(n);
    } else {
      rtf(s.add(s.fibonacci(n - 1), s.fibonacci(n - 2)));
    }
  }
  long down(int n, long sum) {
    summer s;
    if (n == 0) {
      rtf(sum);
    } else {
      rtf(s.down(n - 1, sum + n));
    }
  }
};

int main() {
  summer s;
  long f = s.fibonacci(15);
  long d = s.down(300, 0);
  long e = s.add(f, s.down(10, f));
  std::printf("%ld %ld %ld\n", f, d, e);
}
