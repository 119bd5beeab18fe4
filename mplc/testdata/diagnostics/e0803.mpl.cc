#include <mentat/mpl.h>
#include <mentat/space.h>

void use(mentat::space s) {
  s.out(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  s.out(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
  s.rd(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
}
// expect: 6:64: error: a tuple has at most 16 fields; put some of them into a struct [E0803]
// expect: 7:63: error: a tuple has at most 16 fields; put some of them into a struct [E0803]
