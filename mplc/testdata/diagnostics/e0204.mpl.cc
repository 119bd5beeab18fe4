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
// expect: 3:7: error: 'unmarked' is a Mentat class; mark this declaration as the definition is marked [E0204]
// expect: 9:25: error: 'changed' is declared regular in one place and persistent in another [E0204]
