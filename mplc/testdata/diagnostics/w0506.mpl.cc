// flags: -Welision
#include <mentat/mpl.h>

persistent mentat class counter {
 public:
  int more(int n) {
    rtf(n);
// expect: 7:5: warning: statements after rtf are not executed by the sequential elision [W0506]
    total_ += n;
  }
  int last(int n) {
    total_ += n;
    if (n > 1) rtf(total_);
    else rtf(0);
  }
  void done(int n) {
    rtf();
// expect: 17:5: warning: statements after rtf are not executed by the sequential elision [W0506]
    total_ = n;
  }

 private:
  int total_ = 0;
};
