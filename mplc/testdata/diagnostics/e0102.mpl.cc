#include <mentat/mpl.h>

persistent mentat union both {
  int a;
};
mentat enum class colour { red };
#if 0
mentat union never {};
#endif
