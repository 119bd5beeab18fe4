// A durable object is a persistent one: its calls take effect in the order of their caller, once,
// with the members in all forms that a record can have.
// No elision: a function changes its object behind rtf.
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct entry {
  std::string what;
  long cents = 0;
};

class [[mentat::durable]] account {
 public:
  explicit account(std::string owner) : owner_(owner) {}
  void deposit(long cents) {
    balance_ += cents;
    history_.push_back({"deposit", cents});
    open_ = true;
  }
  bool withdraw(long cents) {
    if (cents > balance_) return false;
    balance_ -= cents;
    history_.push_back({"withdraw", cents});
    ++by_amount_[cents];
    return true;
  }
  long take_all() {
    mentat::rtf(balance_);
    balance_ = 0;  // belongs to the call, too
  }
  void fail(long cents) {
    balance_ += cents;  // stays changed
    throw std::runtime_error("no " + std::to_string(cents));
  }
  long balance() const { return balance_; }
  bool is_open() const { return open_; }
  std::string text() const {
    std::string all = owner_ + ":";
    for (const entry& one : history_) all += " " + one.what + " " + std::to_string(one.cents);
    for (const auto& [cents, times] : by_amount_)
      all += " " + std::to_string(times) + "x" + std::to_string(cents);
    return all;
  }

 private:
  std::string owner_;
  long balance_ = 0;
  std::vector<entry> history_;
  std::map<long, int> by_amount_;
  bool open_ : 1 = false;
};

durable mentat class counted_account : public account {
 public:
  explicit counted_account(int limit) : account("counted"), limit_(limit) {}
  int deposits(int more) {
    while (more-- > 0 && made_ < limit_) {
      deposit(1);
      ++made_;
    }
    return made_;
  }

 private:
  int limit_, made_ = 0;
};

class [[mentat::regular]] teller {
 public:
  long pay_in(account to, int times) {
    for (int i = 0; i < times; ++i) to.deposit(10);
    return times * 10;
  }
};

int main() {
  account alice("Alice");
  alice.deposit(100);
  bool paid = alice.withdraw(30);
  bool refused = alice.withdraw(1000);
  std::printf("%d %d %ld %d\n", paid, refused, alice.balance(), alice.is_open());
  try {
    alice.fail(5);
    std::printf("%ld\n", alice.balance());
  } catch (const std::runtime_error& thrown) {
    std::printf("%s\n", thrown.what());
  }
  std::printf("%s\n", alice.text().c_str());
  long all = alice.take_all();
  std::printf("%ld", all);
  std::printf(" %ld\n", alice.balance());

  teller first, second;
  long a = first.pay_in(alice, 20), b = second.pay_in(alice, 30);
  std::printf("%ld", a + b);
  std::printf(" %ld\n", alice.balance());

  counted_account counted(7);
  counted.deposits(3);
  std::printf("%d %ld\n", counted.deposits(9), counted.balance());
  account same = counted;
  same.deposit(1);
  std::printf("%ld\n", counted.balance());
}
