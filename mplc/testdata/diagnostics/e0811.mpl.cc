#include <mentat/mpl.h>

class [[mentat::persistent]] other {
 public:
  int level() { return 1; }
};

class [[mentat::persistent]] gate {
 public:
  void changes(int n) { mentat::guard(n > 0 && ++count_ > 1); }
  void assigns(int n) { mentat::guard((count_ = n) != 0); }
  void calls(other o) { mentat::guard(o.level() > 0); }

 private:
  int count_ = 0;
};
// expect: 10:48: error: the condition of a guard changes something; an object may test it any number of times [E0811]
// expect: 11:40: error: the condition of a guard changes something; an object may test it any number of times [E0811]
// expect: 12:39: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
