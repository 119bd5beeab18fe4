#include <mentat/mpl.h>

class [[mentat::persistent]] table;
replicated mentat class table {
 public:
  int get() const { return n_; }

 private:
  int n_ = 0;
};

class [[mentat::persistent]] counter : public table {
 public:
  void set(int) {}
};
class [[mentat::persistent]] base {
 public:
  void set(int) {}
};
class [[mentat::replicated]] derived : public base {
 public:
  int get() const { return 1; }
};
// expect: 3:30: error: 'table' is declared replicated in one place and persistent in another [E0204]
// expect: 12:40: error: 'counter' is persistent, its base 'table' is replicated; a replicated class and its Mentat base are both replicated [E0205]
// expect: 20:40: error: 'derived' is replicated, its base 'base' is persistent; a replicated class and its Mentat base are both replicated [E0205]
