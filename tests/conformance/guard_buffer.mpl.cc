// The bounded buffer: calls of `put` wait while it is full, calls of `get` while it is empty.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>
#include <deque>
#include <mentat/mpl.h>

class [[mentat::persistent]] buffer {
 public:
  void put(int value) {
    mentat::guard(values_.size() < 3);
    values_.push_back(value);
    if (values_.size() > most_) most_ = values_.size();
  }
  int get() {
    mentat::guard(!values_.empty());
    const int first = values_.front();
    values_.pop_front();
    return first;
  }
  unsigned long most() const { return most_; }

 private:
  std::deque<int> values_;
  unsigned long most_ = 0;
};

class [[mentat::regular]] worker {
 public:
  void produce(buffer to, int from, int count) {
    for (int i = 0; i < count; ++i) to.put(from + i);
  }
  long consume(buffer of, int count) {
    long sum = 0;
    for (int i = 0; i < count; ++i) {
      int one = of.get();
      sum += one;
    }
    return sum;
  }
};

int main() {
  buffer b;
  mentat::create(b);
  worker w;
  w.produce(b, 1, 10);
  w.produce(b, 101, 10);
  long first = w.consume(b, 12);
  long second = w.consume(b, 8);
  std::printf("%ld\n", first + second);
  std::printf("%s\n", b.most() <= 3 ? "never more than 3" : "too many");
}
