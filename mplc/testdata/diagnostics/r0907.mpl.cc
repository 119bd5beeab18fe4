// flags: -Rmentat
#include <mentat/mpl.h>

class [[mentat::replicated]] bound {
 public:
  int get() const { return n_; }
  int passed() const {
    mentat::guard(n_ > 0);
    return n_;
  }
  int lower(int n) { return n_ = n < n_ ? n : n_; }
  void lower_twice(int n) {
    lower(n);
    lower(n - 1);
  }

 private:
  int n_ = 1000;
};
class [[mentat::regular]] source {
 public:
  int one() { return 1; }
};

int use(bound b) {
  source from;
  b.lower(5);
  int now = b.lower(4);
  int made = from.one();
  int later = b.lower(made);  // waits for its argument
  b.lower(from.one());
  int guarded = b.passed();
  return now + later + b.get() + b.lower(3) + guarded;
}
// expect: 27:3: remark: the caller waits here until 'lower' has changed the object: the writes of replicated objects have one order [R0907]
// expect: 28:13: remark: the caller waits here until 'lower' has changed the object: the writes of replicated objects have one order [R0907]
// expect: 33:34: remark: the caller waits here until 'lower' has changed the object: the writes of replicated objects have one order [R0907]
