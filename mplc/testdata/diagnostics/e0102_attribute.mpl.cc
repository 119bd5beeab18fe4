#include <mentat/mpl.h>

union [[mentat::regular]] both {
  int a;
};
// expect: 3:9: error: a Mentat class must be declared with 'class' or 'struct' [E0102]
