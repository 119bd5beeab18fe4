// Producers and consumers around a buffer smaller than the number of items. The guards of its
// mselect accept put() while the buffer has room, and get() while it has an item; no locks.
#include <mentat/mpl.h>

#include <deque>
#include <iostream>

class [[mentat::persistent]] buffer {
 public:
  explicit buffer(int room = 4) : room_(room) {}

  void put(int value) { values_.push_back(value); }
  int get() {
    const int value = values_.front();
    values_.pop_front();
    return value;
  }
  int fullest() { return fullest_; }

  void serve() {
    for (;;) {
      mselect {
        (static_cast<int>(values_.size()) < room_) : maccept put(int value);
          if (static_cast<int>(values_.size()) > fullest_) fullest_ = static_cast<int>(values_.size());
          break;
        (!values_.empty()) : maccept get();
          break;
        : maccept fullest();
          break;
      };
    }
  }

 private:
  int room_;
  int fullest_ = 0;
  std::deque<int> values_;
};

class [[mentat::regular]] producer {
 public:
  int produce(buffer into, int first, int count) {
    for (int i = 0; i < count; ++i) into.put(first + i);
    return count;
  }
};

class [[mentat::regular]] consumer {
 public:
  long consume(buffer from, int count) {
    long sum = 0;
    for (int i = 0; i < count; ++i) {
      int value = from.get();
      sum += value;
    }
    return sum;
  }
};

int main() {
  const int parties = 4, each = 250;
  buffer b;
  mentat::create(b, 8);
  producer p;
  consumer c;
  int produced[parties];
  long consumed[parties];
  for (int i = 0; i < parties; ++i) produced[i] = p.produce(b, i * each, each);
  for (int i = 0; i < parties; ++i) consumed[i] = c.consume(b, each);

  int put = 0;
  long sum = 0;
  for (int i = 0; i < parties; ++i) {
    put += produced[i];
    sum += consumed[i];
  }
  int fullest = b.fullest();
  std::cout << put << " values went through a buffer with room for 8; their sum is " << sum << "\n"
            << "it was " << (fullest <= 8 ? "never" : "once") << " fuller than that\n";
  return 0;
}
