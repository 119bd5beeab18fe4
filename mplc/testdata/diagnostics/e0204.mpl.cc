#include <mentat/mpl.h>

class unmarked;
mentat class unmarked {
 public:
  int op() { return 1; }
};

persistent mentat class changed;
mentat class changed {
 public:
  int op() { return 1; }
};

class friendly {
  friend class unmarked;  // a friend is not a declaration of its own
};
