#define persistent static
#define mentat
#include <mentat/mpl.h>
#if 0
#define regular
#endif
// expect: 1:9: error: macro 'persistent' hides a keyword of MPL; give the macro another name [E0101]
// expect: 2:9: error: macro 'mentat' hides a keyword of MPL; give the macro another name [E0101]
