// Objects send each other messages, calls of functions without a value, far more than
// limits.graph_depth (1000): they are not calls inside calls, because nobody waits for them.
// No elision: a variable of another object is a copy of it there.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] station {
 public:
  void follow(mentat::ref<station> next, int number) {
    next_ = next;
    number_ = number;
  }
  // Adds its number, and passes the sum on until `left` is 0.
  void pass(long sum, int left) {
    ++visits_;
    if (left == 0) {
      last_ = sum;
      is_last_ = true;
      return;
    }
    next_->pass(sum + number_, left - 1);
  }
  long last() {
    mentat::guard(is_last_);
    return last_;
  }
  int visits() { return visits_; }

 private:
  mentat::ref<station> next_;
  int number_ = 0, visits_ = 0;
  long last_ = 0;
  bool is_last_ = false;
};

int main() {
  station ring[3];
  for (station& one : ring) mentat::create(one);
  for (int i = 0; i < 3; ++i) ring[i].follow(ring[(i + 1) % 3], i + 1);
  ring[0].pass(0, 3001);
  std::printf("%ld\n", ring[1].last());
  for (station& one : ring) std::printf("%d\n", one.visits());
}
