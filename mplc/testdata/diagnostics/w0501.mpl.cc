#include <mentat/mpl.h>
#include <stdexcept>

[[noreturn]] void fail();

mentat class worker {
 public:
  int sometimes(int n) {
// expect: 8:7: warning: a path through 'sometimes' ends without rtf [W0501]
    if (n > 0) rtf(n);
  }
  int always(int n) {
    if (n > 0) rtf(n);
    else return 3;
  }
  int throws(int n) {
    if (n == 0) throw std::runtime_error("zero");
    if (n == 1) fail();
    rtf(n);
  }
  int forever(int n) {
    for (;;) {
      if (n++ > 10) return n;
    }
  }
  int by_case(int n) {
// expect: 26:7: warning: a path through 'by_case' ends without rtf [W0501]
    switch (n) {
      case 1: rtf(1); break;
      case 2: return 5;
    }
  }
  int handled(int n) {
// expect: 33:7: warning: a path through 'handled' ends without rtf [W0501]
    try {
      rtf(n / 2);
    } catch (...) {
    }
  }
  int recovered(int n) {
    try {
      n = n / 2;
    } catch (...) {
      n = 0;
    }
    rtf(n);
  }
  void nothing(int n) {
    if (n > 0) rtf();
  }
};
