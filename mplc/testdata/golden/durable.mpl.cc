#include <mentat/mpl.h>

#include <map>
#include <string>

struct labelled {
  std::string label;
};

class [[mentat::durable]] account : public labelled {
 public:
  explicit account(std::string owner) : owner_(owner) {}
  void deposit(long cents) { balance_ += cents; }
  bool withdraw(long cents) {
    if (cents > balance_) return false;
    balance_ -= cents;
    return true;
  }
  long balance() const { return balance_; }

 private:
  std::string owner_;
  long balance_ = 0;
  unsigned open_ : 1 = 0;
};

durable mentat struct savings : account {
  explicit savings(int rate) : account("savings"), rate(rate) {}
  void pay() { deposit(balance() * rate / 100); }
  int rate;
};

template <class T>
durable mentat class table {
 public:
  void set(int key, T value) { values_[key] = value; }
  T get(int key) const { return values_.at(key); }

 private:
  std::map<int, T> values_;
};

bool use(account a) {
  a.deposit(5);
  savings s(3);
  s.pay();
  table<int> t;
  mentat::create(t);
  t.set(1, 2);
  return a.withdraw(t.get(1));
}
