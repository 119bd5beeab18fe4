// A table with many readers and few writers: a reader never sees half of a write, and versions
// never go back.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>
#include <vector>

struct snapshot {
  int version = 0, sum = 0;
};

class [[mentat::replicated]] table {
 public:
  explicit table(int size) : values_(size) {}
  void fill(int n) {
    for (int& one : values_) one = n;
    ++version_;
  }
  snapshot now() const {
    snapshot made{version_, 0};
    for (const int one : values_) made.sum += one;
    return made;
  }

 private:
  std::vector<int> values_;
  int version_ = 0;
};

class [[mentat::regular]] worker {
 public:
  int read(table t, int rounds) {
    int last = 0;
    for (int k = 0; k < rounds; ++k) {
      const snapshot seen = t.now();
      if (seen.version < last) return -1;
      if (seen.sum != seen.version * 50) return -2;
      last = seen.version;
    }
    return 1;
  }
};

int main() {
  table t;
  mentat::create(t, 50);
  worker w;
  std::vector<int> fine(6);
  for (int k = 0; k < 6; ++k) fine[k] = w.read(t, 200);
  for (int n = 1; n <= 10; ++n) t.fill(n);
  int all = 0;
  for (int k = 0; k < 6; ++k) all += fine[k];
  std::printf("%d %d %d\n", all, t.now().version, t.now().sum);
}
