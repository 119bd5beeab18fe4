#include <mentat/mpl.h>

class [[mentat::durable, mentat::replicated]] both {
 public:
  int get() const { return 1; }
};

class [[mentat::durable(level = disk)]] leveled {
 public:
  int get() const { return 1; }
};
// expect: 3:47: error: class 'both' is marked as durable and as something else; a durable class is persistent, and neither regular nor replicated [E1005]
// expect: 8:17: error: a durable class has no settings yet: its objects survive any process of their host but the daemons (level process); write [[mentat::durable]] [E1005]
