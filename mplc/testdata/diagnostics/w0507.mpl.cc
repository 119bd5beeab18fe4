#include <mentat/mpl.h>

#include <exception>
#include <string>
#include <utility>

struct both {
  int a = 0, b = 0;
};

mentat class worker {
 public:
  int op(int n) { return n; }
  std::string text(int n) { return std::string(n, 'x'); }
  int call(worker A, int n) {
    try {
      rtf(A.op(n));
// expect: 17:7: warning: rtf waits for its argument here, because a handler of the 'try' around it could catch its error; write 'return', or move rtf behind the 'try' [W0507]
    } catch (...) {
      rtf(A.op(-1));
    }
  }
  int variables(worker A, int n) {
    try {
      int w = A.op(n);
      both s;
      s.a = A.op(n);
      if (n == 1) rtf(w);
// expect: 28:19: warning: rtf waits for its argument here, because a handler of the 'try' around it could catch its error; write 'return', or move rtf behind the 'try' [W0507]
      else rtf(s.a);
// expect: 30:12: warning: rtf waits for its argument here, because a handler of the 'try' around it could catch its error; write 'return', or move rtf behind the 'try' [W0507]
    } catch (...) {
      rtf(0);
    }
  }
  std::string moved(worker A, int n) {
    try {
      std::string w = A.text(n);
      rtf(std::move(w));
// expect: 39:7: warning: rtf waits for its argument here, because a handler of the 'try' around it could catch its error; write 'return', or move rtf behind the 'try' [W0507]
    } catch (...) {
      rtf("");
    }
  }
  int lasting(worker A, int n) {
    try {
      mentat::result<int> w;
      w = A.op(n);
      rtf(w);
// expect: 49:7: warning: rtf waits for its argument here, because a handler of the 'try' around it could catch its error; write 'return', or move rtf behind the 'try' [W0507]
    } catch (...) {
      rtf(0);
    }
  }
  // Nothing to wait for, nobody who could see, or it says so.
  int fine(worker A, int n) {
    try {
      if (n == 1) rtf(n);
      else if (n == 2) rtf(A.op(n) + 1);
      else return A.op(n);
    } catch (...) {
      rtf(A.op(0));
    }
  }
  int numbers_only(worker A, int n) {
    try {
      rtf(A.op(n));
    } catch (int) {
      rtf(-1);
    }
  }
};
