// A class without a default constructor: its variable is unbound until create gives the arguments.
// No elision: an ordinary compiler cannot declare such a variable.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>

class [[mentat::persistent]] account {
 public:
  account(std::string owner, int start) : owner_(std::move(owner)), total_(start) {}
  int pay(int n) { rtf(total_ += n); }
  std::string owner() const { rtf(owner_); }

 private:
  std::string owner_;
  int total_;
};

class [[mentat::persistent]] counter {
 public:
  counter() = default;
  explicit counter(int start) : total_(start) {}
  int next() { rtf(++total_); }

 private:
  int total_ = 0;
};

int main() {
  account a;
  account b;
  counter c, d, e;
  bool before = mentat::bound(a);
  mentat::create(a, "Ann", 10);
  mentat::create(b, std::string("Bob"), 20);
  mentat::create(c);
  mentat::create(d, 100);
  e.create(1000);
  int x = a.pay(1);
  int y = b.pay(x);
  std::string s = a.owner();
  std::string t = b.owner();
  int n = c.next() + d.next() + e.next();
  std::printf("%d %d %d %d %s %s %d\n", before, mentat::bound(a), x, y, s.c_str(), t.c_str(), n);
}
