// Mentat objects are handed to other objects and to functions, which call them; then the caller
// goes on with them.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] ledger {
 public:
  int post(int n) { rtf(total_ += n); }

 private:
  int total_ = 0;
};

class [[mentat::regular]] clerk {
 public:
  int post_all(ledger& book, int n) {
    int last = 0;
    for (int i = 1; i <= n; ++i) last = book.post(i);
    rtf(last);
  }
  int pass(clerk& other, ledger& book, int n) { rtf(other.post_all(book, n)); }
};

int main() {
  ledger book;
  mentat::create(book);
  clerk c, d;
  int a = c.post_all(book, 4);
  if (a > 0) a = book.post(a);
  int b = a > 0 ? c.pass(d, book, 3) : 0;  // a is needed: two callers have no order
  b += 1;
  std::printf("%d %d %d\n", a, b, book.post(0));
}
