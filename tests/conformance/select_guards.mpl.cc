// Guards over the state of the object, in a thread of control: a stack that is never popped empty and never fuller than three.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::persistent]] stack {
 public:
  void push(int value) { values_.push_back(value); }
  int pop() {
    const int value = values_.back();
    values_.pop_back();
    return value;
  }
  int pushed() { return pushed_; }

  void serve() {
    for (;;) {
      mselect {
        (values_.size() < 3) : maccept push(int value);
          pushed_ += value;
          break;
        (!values_.empty()) : maccept pop();
          break;
        : maccept pushed();
          break;
      };
    }
  }

 private:
  std::vector<int> values_;
  int pushed_ = 0;
};

int main() {
  stack s;
  mentat::create(s);
  for (int i = 1; i <= 5; ++i) s.push(i);  // two wait for room
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    int value = s.pop();
    sum += value;
  }
  int pushed = s.pushed();
  std::printf("%d %d\n", sum, pushed);
}
