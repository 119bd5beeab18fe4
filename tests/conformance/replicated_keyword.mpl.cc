// The keywords: a replicated class beside a persistent and a regular one; forward declarations
// carry the mark. No elision: an ordinary compiler does not know the keywords.
#include <mentat/mpl.h>
#include <cstdio>

replicated mentat class limits;

regular mentat class worker {
 public:
  int clamp(limits by, int n);
};

replicated mentat struct limits {
  int low() const { return low_; }
  int high() const { return high_; }
  void set(int low, int high) {
    low_ = low;
    high_ = high;
  }

 private:
  int low_ = 0, high_ = 10;
};

int worker::clamp(limits by, int n) {
  return n < by.low() ? by.low() : n > by.high() ? by.high() : n;
}

persistent mentat class ledger {
 public:
  int add(int n) { return sum_ += n; }

 private:
  int sum_ = 0;
};

int main() {
  limits l;
  ledger sum;
  worker w;
  mentat::create(l);
  mentat::create(sum);
  int least = w.clamp(l, -5), most = w.clamp(l, 50);
  std::printf("%d %d\n", least, most);
  l.set(20, 30);
  sum.add(w.clamp(l, 25));
  int all = sum.add(w.clamp(l, 1));
  std::printf("%d\n", all);
}
