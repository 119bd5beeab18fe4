#define persistent static
#define mentat
#include <mentat/mpl.h>
#if 0
#define regular
#endif
