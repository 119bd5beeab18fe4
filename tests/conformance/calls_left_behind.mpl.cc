// Calls that nobody waits for and no object accepts, when main ends: of objects by objects in every
// direction, with guards that stay closed, and with results that go to other such calls.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::persistent]] box {
 public:
  explicit box(int number) : number_(number) {}
  void put(int value) {
    mentat::guard(is_open_);
    number_ = value;
  }
  int get() {
    mentat::guard(is_open_);
    return number_;
  }
  int number() { return number_; }
  // Leaves three calls.
  int send(box to, box on) {
    to.put(number_);
    int value = to.get();
    on.put(value);
    return number_;
  }

 private:
  bool is_open_ = false;
  int number_;
};

int main() {
  constexpr int count = 6;
  std::vector<box> all(count);
  for (int i = 0; i < count; ++i) all[i].create(i + 1);
  int sent = 0;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < count; ++k)
      if (i != k) sent += all[i].send(all[k], all[(k + 1) % count]);
  int numbers = 0;
  for (box& one : all) numbers += one.number();
  std::printf("%d %d\n", sent, numbers);
}
