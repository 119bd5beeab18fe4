// The two names were searched for: the hashes of these functions are equal.
#include <mentat/mpl.h>

mentat class colliding {
 public:
  int zacxa(int n) { return n; }
  int dlbvs(int n) { return n; }
};
// expect: 7:7: error: member functions 'dlbvs' and 'zacxa' of 'colliding' get the same number; rename one of them [E0311]
