// A bound that workers read in their inner loop and lower now and then: the answer is the least,
// whichever order the writes had.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <climits>
#include <cstdio>
#include <vector>

class [[mentat::replicated]] shortest {
 public:
  int get() const { return best_; }
  int writes() const { return writes_; }
  bool lower(int length) {
    ++writes_;
    if (length >= best_) return false;
    best_ = length;
    return true;
  }

 private:
  int best_ = INT_MAX, writes_ = 0;
};

class [[mentat::regular]] worker {
 public:
  // How many of the numbers were below the bound at their time, at least one if the least is here.
  int search(shortest b, int from, int to) {
    int seen = 0, before = INT_MAX;
    for (int k = from; k < to; ++k) {
      const int length = (k * 7919) % 1009 + 3;
      const int now = b.get();
      if (now > before) return -1;  // a bound never rises
      before = now;
      if (length < now) {
        b.lower(length);
        if (b.get() > length) return -2;  // its own write is seen
        ++seen;
      }
    }
    return seen;
  }
};

int main() {
  shortest b;
  mentat::create(b);
  worker w;
  std::vector<int> seen(8);
  for (int k = 0; k < 8; ++k) seen[k] = w.search(b, k * 100 + 1, k * 100 + 101);
  bool sound = true;
  int all = 0;
  for (int k = 0; k < 8; ++k) {
    sound = sound && seen[k] >= 0;
    all += seen[k];
  }
  std::printf("least %d, %s\n", b.get(), sound ? "sound" : "unsound");
  std::printf("%s\n", b.writes() == all ? "each write counts once" : "writes were lost");
}
