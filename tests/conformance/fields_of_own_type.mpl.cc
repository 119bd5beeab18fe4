// mentat::ref: a field that names an object of the class itself; a list of objects that pass a call on.
// No elision: with an ordinary compiler a ref points to the variable, which is gone.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] station {
 public:
  void append(mentat::ref<station> next, int value) {
    next_ = next;
    value_ = value;
  }
  int sum() {
    if (!next_.bound()) {
      rtf(value_);
      return;
    }
    int behind = next_->sum();
    rtf(behind + value_);
  }

 private:
  mentat::ref<station> next_;
  int value_ = 0;
};

int main() {
  station chain[5];
  for (int i = 0; i < 5; ++i) {
    mentat::create(chain[i]);
    chain[i].append(i > 0 ? mentat::ref<station>(chain[i - 1]) : mentat::ref<station>(), 1 << i);
  }
  int sum = chain[4].sum();
  std::printf("%d\n", sum);
}
