// The condition of a guard calls public functions of its own object; an object ends behind a call
// of the same caller that waits for an argument.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>
#include <mentat/mpl.h>
#include <vector>

class [[mentat::persistent]] measure {
 public:
  int most() const { return 2; }
};

class [[mentat::persistent]] stack {
 public:
  void use(measure by) {
    int most = by.most();
    most_ = most;
  }
  int size() const { return int(values_.size()); }
  bool has_room() const { return size() < most_; }
  bool has(int value) const {
    for (int one : values_)
      if (one == value) return true;
    return false;
  }
  void push(int value) {
    mentat::guard(has_room());
    values_.push_back(value);
  }
  int pop() {
    mentat::guard(this->size() > 0);
    int last = values_.back();
    values_.pop_back();
    return last;
  }
  int find(int value) {
    mentat::guard(has(value));
    return value;
  }

 private:
  int most_ = 0;
  std::vector<int> values_;
};

class [[mentat::regular]] work {
 public:
  int same(int value) { return value; }
};

int main() {
  measure by;
  mentat::create(by);
  stack s;
  mentat::create(s);
  s.use(by);
  int found = s.find(7);
  for (int i = 5; i < 8; ++i) s.push(i);  // the third one waits
  int first = s.pop(), second = s.pop();
  std::printf("%d %d\n", first, second);
  std::printf("found %d, %d left\n", found, s.size());

  stack last;
  mentat::create(last);
  last.use(by);
  work w;
  int late = last.find(w.same(4));
  last.push(4);
  mentat::destroy(last);
  std::printf("%d before the end\n", late);
}
