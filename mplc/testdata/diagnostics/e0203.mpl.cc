#include <mentat/mpl.h>

mentat class worker {
 public:
  int op() { return 1; }
} one;

class [[mentat::regular]] second {
 public:
  int op() { return 1; }
} *two;
// expect: 6:3: error: declare variables separately from the Mentat class 'worker': end the class with ';' first [E0203]
// expect: 11:3: error: declare variables separately from the Mentat class 'second': end the class with ';' first [E0203]
