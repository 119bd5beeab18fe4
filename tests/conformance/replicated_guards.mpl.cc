// Writes with guards wait until they are accepted, and so does a const function with a guard, which
// is not a read.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/mpl.h>
#include <cstdio>
#include <deque>

class [[mentat::replicated]] queue {
 public:
  void push(int n) { values_.push_back(n); }
  int pop() {
    mentat::guard(!values_.empty());
    const int first = values_.front();
    values_.pop_front();
    ++taken_;
    return first;
  }
  int taken_when(int least) const {
    mentat::guard(taken_ >= least);
    return taken_;
  }
  int size() const { return int(values_.size()); }

 private:
  std::deque<int> values_;
  int taken_ = 0;
};

class [[mentat::regular]] worker {
 public:
  int take(queue q) { return q.pop(); }
  int put(queue q, int n) {
    q.push(n);
    return n;
  }
  int wait(queue q, int n) { return q.taken_when(n) >= n ? n : -1; }
};

int main() {
  queue q;
  mentat::create(q);
  worker w;
  int waited = w.wait(q, 3);
  int one = w.take(q), two = w.take(q), three = w.take(q);
  for (int n = 1; n <= 3; ++n) w.put(q, n * n);
  std::printf("%d\n", one + two + three);
  std::printf("%d %d\n", waited, q.size());
}
