// A guard that throws fails its call; so does a failed argument, also behind a call that waits for
// its guard; a call from inside of the object cannot wait.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <cstdio>
#include <stdexcept>

class [[mentat::persistent]] gate {
 public:
  void open() { ++open_; }
  int pass(int needed) {
    mentat::guard(is_enough(needed));
    return open_;
  }
  int try_pass() {
    try {
      return pass(1);
    } catch (const mentat::closed_entry&) {
      return -1;
    }
  }

 private:
  bool is_enough(int needed) const {
    if (needed < 0) throw std::invalid_argument("negative");
    return open_ >= needed;
  }
  int open_ = 0;
};

class [[mentat::regular]] source {
 public:
  int number(int n) {
    if (n < 0) throw std::domain_error("negative");
    return n;
  }
};

int main() {
  gate g;
  mentat::create(g);
  int inside = g.try_pass();
  std::printf("%d\n", inside);
  int waits = g.pass(2);
  try {
    int wrong = g.pass(-1);
    std::printf("%d\n", wrong);
  } catch (const std::exception& e) {
    std::printf("failed\n");
  }
  g.open();
  g.open();
  std::printf("%d %d\n", waits, g.try_pass());
  waits = g.pass(3);
  source from;
  try {
    int made = from.number(-1);
    int behind = g.pass(made);
    std::printf("%d\n", behind);
  } catch (const mentat::deadlock& e) {
    std::printf("deadlock\n");
  } catch (const std::exception& e) {
    std::printf("failed\n");
  }
  g.open();
  std::printf("%d\n", waits);
}
