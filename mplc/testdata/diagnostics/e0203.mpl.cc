#include <mentat/mpl.h>

mentat class worker {
 public:
  int op() { return 1; }
} one;

class [[mentat::regular]] second {
 public:
  int op() { return 1; }
} *two;
