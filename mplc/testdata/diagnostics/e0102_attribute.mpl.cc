#include <mentat/mpl.h>

union [[mentat::regular]] both {
  int a;
};
