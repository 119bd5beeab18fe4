#include <mentat/mpl.h>
#include <mentat/space.h>

void use(mentat::space s) {
  s.out(mentat::formal<int>, 3);
  s.out(3, mentat::formal<int>);
  s.in(mentat::formal<int>, 3);
}
// expect: 5:9: error: the first field of a tuple has a value; mentat::formal cannot be there [E0802]
