#include <mentat/mpl.h>

persistent mentat union both {
  int a;
};
mentat enum class colour { red };
#if 0
mentat union never {};
#endif
// expect: 3:1: error: a Mentat class must be declared with 'class' or 'struct', not 'union' [E0102]
// expect: 6:1: error: a Mentat class must be declared with 'class' or 'struct', not 'enum' [E0102]
