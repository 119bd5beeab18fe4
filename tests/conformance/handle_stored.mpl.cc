// An object keeps the names of other objects in its members, takes them by value, and gives them
// back.
// No elision: with an ordinary compiler the objects themselves are copied.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { rtf(total_ += n); }

 private:
  int total_ = 0;
};

class [[mentat::persistent]] group {
 public:
  void join(counter c) { members_.push_back(c); }
  int add_all(int n) {
    std::vector<int> results(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) results[i] = members_[i].add(n);
    int sum = 0;
    for (int r : results) sum += r;
    rtf(sum);
  }
  counter at(int i) { rtf(members_[static_cast<std::size_t>(i)]); }
  counter fresh(int n) {
    counter c;
    mentat::create(c);
    int have = c.add(0);
    while (have < n) have = c.add(1);  // waits: the next caller's calls have no order with this one's
    rtf(c);
  }

 private:
  std::vector<counter> members_;
};

int main() {
  group g;
  mentat::create(g);
  counter c[3];
  for (int i = 0; i < 3; ++i) {
    mentat::create(c[i]);
    if (c[i].add(i) == i) g.join(c[i]);
  }
  int sum = g.add_all(10);
  if (sum > 0) c[1].add(100);
  counter again = g.at(1);
  int n = again.add(0);
  counter made = g.fresh(7);
  g.join(made);
  int m = made.add(n > 0 ? 1 : 0);
  if (m > 0) sum += g.add_all(0);
  std::printf("%d %d %d\n", sum, n, m);
}
