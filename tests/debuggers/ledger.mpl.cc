// The tests of this folder stop in this program: they know its lines by the comments at their ends.
#include <mentat/mpl.h>

#include <array>
#include <cstdio>
#include <vector>

struct entry {
  int amount = 0;
  int times = 1;
};

class [[mentat::regular]] adder {
 public:
  int sum(int first, int second) {
    int total = first;  // in sum
    total += second;
    return total;
  }
};

persistent mentat class ledger {
 public:
  int enter(const entry& one);
  int checked(int n) {
    adder inner;
    int twice = inner.sum(n, n);
    int more = inner.sum(twice, 1);
    rtf(twice + more);  // in checked
  }

 private:
  int balance_ = 0;
};

int ledger::enter(const entry& one) {
  balance_ += one.amount * one.times;  // in enter
  rtf(balance_);
}

int main() {
  adder a;
  ledger book;
  mentat::create(book);
  int one = a.sum(1, 2);
  int two = a.sum(one, 10);  // second call
  std::vector<int> parts(3);
  for (int i = 0; i < 2; ++i) parts[i + 1] = a.sum(i, i);
  std::array<entry, 2> both;
  both[1].times = a.sum(3, 4);
  int balance = book.enter({5, 2});
  int checked = book.checked(balance);
  std::printf("%d\n", checked);  // first wait
  std::printf("%d\n", two);  // second wait
  std::printf("%d %d %d\n", balance, parts[1] + parts[2], both[1].times);
  return 0;
}
