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
