// Writes whose arguments are calls do not wait for them; reads need their arguments, and their
// results are ordinary values.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>
#include <vector>

class [[mentat::replicated]] totals {
 public:
  int sum() const { return sum_; }
  int scaled(int by) const { return sum_ * by; }
  int count() const { return count_; }
  void add(int n) {
    sum_ += n;
    ++count_;
  }
  int when(int least) const {
    mentat::guard(count_ >= least);
    return sum_;
  }

 private:
  int sum_ = 0, count_ = 0;
};

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  int plus(int a, int b) { return a + b; }
};

int main() {
  totals t;
  mentat::create(t);
  worker w;
  for (int k = 1; k <= 20; ++k) t.add(w.square(k));
  int all = t.when(20);
  std::printf("%d %d\n", all, t.count());
  int two = w.plus(1, 1);
  int scaled = t.scaled(two);
  std::printf("%d\n", scaled);
  int further = w.plus(t.sum(), t.scaled(w.plus(1, 2)));
  std::printf("%d\n", further);
  if (t.sum() > 100 && t.scaled(0) == 0) std::printf("as conditions\n");
  std::vector<int> several;
  for (int k = 0; k < 3; ++k) several.push_back(t.scaled(k));
  std::printf("%d %d %d\n", several[0], several[1], several[2]);
}
