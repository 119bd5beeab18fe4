// Calls of one caller on one object take effect in the caller's order, though the first waits for
// its argument and the second could run at once.
#include <mentat/mpl.h>

#include <cstdio>
#include <deque>

class [[mentat::regular]] slow {
 public:
  int echo(int n) {
    unsigned x = static_cast<unsigned>(n);
    for (int i = 0; i < 100000; ++i) x = x * 1664525u + 1013904223u;
    rtf(x == 12345u ? -1 : n);
  }
};

class [[mentat::persistent]] queue {
 public:
  void put(int n) { values_.push_back(n); }
  int get() {
    int n = values_.empty() ? -1 : values_.front();
    if (!values_.empty()) values_.pop_front();
    rtf(n);
  }
  int size() { rtf(static_cast<int>(values_.size())); }

 private:
  std::deque<int> values_;
};

int main() {
  slow s;
  queue q;
  mentat::create(q);
  q.put(s.echo(3));
  int x = q.get();
  int y = q.get();
  q.put(s.echo(x));
  q.put(5);
  q.put(s.echo(s.echo(6)));
  int n = q.size();
  int z = q.get();
  q.put(z);
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum = sum * 10 + q.get();
  std::printf("%d %d %d %d %d\n", x, y, z, n, sum);
}
