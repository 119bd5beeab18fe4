#include <mentat/mpl.h>

mentat class forgetful {
 public:
  int op() { return ++count_; }

 private:
  static constexpr int limit = 3;
  int count_ = 0;
  int more_ = 0;
};
// expect: 9:7: warning: regular Mentat class 'forgetful' has data members; they do not last from one call to the next, make the class persistent if they should [W0207]
