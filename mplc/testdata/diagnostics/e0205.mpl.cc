#include <mentat/mpl.h>

mentat class first {
 public:
  int a() { return 1; }
};
mentat class second {
 public:
  int b() { return 1; }
};
mentat class both : public first, public second {};
mentat class virtually : public virtual first {};
mentat class closed : first {};
class unmarked : public first {};

struct plain {
  int c() { return 1; }
};
mentat class fine : public plain, public first {};
// expect: 11:35: error: Mentat class 'both' has several Mentat bases; derive from one Mentat class, publicly [E0205]
// expect: 12:26: error: Mentat class 'virtually' has a virtual Mentat base; derive from one Mentat class, publicly [E0205]
// expect: 13:23: error: Mentat class 'closed' derives from a Mentat class without 'public'; derive from one Mentat class, publicly [E0205]
// expect: 14:18: error: 'unmarked' derives from Mentat class 'first' and must be marked as one too [E0205]
