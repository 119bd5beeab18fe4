// A call comes after everything that its caller had done or seen: it sees the writes that main made
// before it, also at third hand, and a caller sees the writes behind a result.
// No elision: functions get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>

class [[mentat::replicated]] cell {
 public:
  int get() const { return n_; }
  void set(int n) { n_ = n; }
  int add(int n) { return n_ += n; }

 private:
  int n_ = 0;
};

class [[mentat::regular]] reader {
 public:
  int read(cell c) { return c.get(); }
  int read_by_another(cell c) {
    reader next;
    return next.read(c);
  }
  int write(cell c, int n) {
    c.set(n);
    return n;
  }
  int read_behind(cell c, int seen) { return seen * 1000 + c.get(); }
};

int main() {
  cell a, b;
  mentat::create(a);
  mentat::create(b);
  reader r;
  bool right = true;
  for (int k = 1; k <= 50; ++k) {
    a.set(k);
    int direct = r.read(a), indirect = r.read_by_another(a);
    if (direct != k || indirect != k) right = false;
    // Two objects: what a call wrote before it answered is seen by the call that gets its answer.
    int written = r.write(b, k);
    int behind = r.read_behind(b, written);
    if (behind != k * 1000 + k) right = false;
    if (b.get() != k) right = false;  // main has seen the answer
  }
  std::printf("%s\n", right ? "in order" : "out of order");
  int sum = 0;
  for (int k = 0; k < 10; ++k) sum += a.add(1);
  std::printf("%d %d\n", a.get(), sum);
}
