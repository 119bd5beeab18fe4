// The spelling that every C++ compiler reads.
#include <mentat/mpl.h>

class [[mentat::persistent]] account;

class [[mentat::persistent]] account {
 public:
  int deposit(int amount) {
    balance_ += amount;
    return balance_;
  }

 private:
  int balance_ = 0;
};

struct [[nodiscard, mentat::regular]] calculator { int twice(int n) { return 2 * n; } };

int main() {
  account a;
  mentat::create(a);
  calculator c;
  return a.deposit(c.twice(4)) == 8 ? 0 : 1;
}
