#include <mentat/mpl.h>

mentat class forgetful {
 public:
  int op() { return ++count_; }

 private:
  static constexpr int limit = 3;
  int count_ = 0;
  int more_ = 0;
};
