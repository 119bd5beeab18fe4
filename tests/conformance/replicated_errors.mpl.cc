// A write that throws gives its caller the error, and keeps its changes; a read throws at once, in
// every mode.
#include <mentat/mpl.h>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

// Of the program's own: it arrives as what it is, also where a read is a call to another process.
struct no_such_entry : std::runtime_error {
  explicit no_such_entry(int where = 0) : std::runtime_error("no such entry"), at(where) {}
  int at;
};

class [[mentat::replicated]] account {
 public:
  int balance() const { return balance_; }
  int entry(int at) const {
    if (at >= tries()) throw no_such_entry(at);
    return entries_[at];
  }
  void put(int n) {
    entries_.push_back(n);
    balance_ += n;
  }
  int take(int n) {
    entries_.push_back(-n);
    if (n > balance_) throw std::runtime_error("no cover for " + std::to_string(n));
    balance_ -= n;
    return balance_;
  }
  int tries() const { return int(entries_.size()); }

 private:
  int balance_ = 0;
  std::vector<int> entries_;
};

int main() {
  account a;
  mentat::create(a);
  a.put(10);
  try {
    int left = a.take(25);
    std::printf("%d\n", left);
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
  std::printf("%d after %d\n", a.balance(), a.tries());
  int left = a.take(4);
  std::printf("%d\n", left);
  try {
    std::printf("%d\n", a.entry(9));
  } catch (const no_such_entry& error) {
    std::printf("%s: %d\n", error.what(), error.at);
  }
  std::printf("%d %d\n", a.entry(1), a.entry(2));
}
