// A function may wait, after its rtf, for what a consumer of its result does later.
// No elision: rtf is return there.
#include <mentat/mpl.h>

#include <iostream>
#include <vector>

class [[mentat::persistent]] gate {
 public:
  void open() { is_open_ = true; }
  int pass(int who) {
    mentat::guard(is_open_);
    return who;
  }

 private:
  bool is_open_ = false;
};

class [[mentat::persistent]] guest_book {
 public:
  void enter(int who) { sum_ += who, ++count_; }
  int sum_of(int count) {
    mentat::guard(count_ >= count);
    return sum_;
  }

 private:
  int count_ = 0, sum_ = 0;
};

class [[mentat::regular]] visitor {
 public:
  int come(int who, gate g, guest_book book) {
    rtf(10 * who);
    int passed = g.pass(who);
    book.enter(passed + 0);
  }
};

class [[mentat::persistent]] host {
 public:
  int admit(int who, gate g, guest_book book) {
    rtf(10 * who);
    enter(g.pass(who), book);
  }

 private:
  void enter(int who, guest_book book) {
    ++admitted_;
    book.enter(who + admitted_);
  }
  int admitted_ = 0;
};

int main() {
  gate g;
  mentat::create(g);
  guest_book book;
  mentat::create(book);
  host h;
  mentat::create(h);
  visitor v;
  int came = v.come(1, g, book);
  std::cout << came << "\n";
  int admitted = h.admit(2, g, book);
  std::cout << admitted << "\n";
  g.open();
  std::cout << book.sum_of(2) << "\n";
  return 0;
}
