#include <mentat/mpl.h>

class [[mentat::durable]] account {
 public:
  int count() const {
    const_cast<int&>(count_) += 1;
    return count_;
  }
  void add(int n) { count_ += n; }

 private:
  int count_ = 0;
  mutable int asked_ = 0;
};
// expect: 6:5: error: this cast takes 'const' from the data of durable class 'account'; a const function makes no record, so its change would be lost [E1004]
// expect: 13:15: error: data member 'asked_' of durable class 'account' is mutable; a const function makes no record, so its change would be lost [E1004]
