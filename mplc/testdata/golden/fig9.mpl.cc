// Figure 9 (a) of the paper: op2 is accepted only if z > 5 [TOCS96 3.2.4].
#include <mentat/mpl.h>

persistent mentat class server {
 public:
  void op1(int arg1, int arg2) { z += arg1 - arg2; }
  void op2(int arg1, int arg2) { z -= arg1 * arg2; }

  int work() {
    mselect {
        : maccept op1(int arg1,int arg2) ;
          break ;
        (z > 5) : maccept op2(int arg1,int arg2) ;
          break ;
    } ;
    rtf(z);
  }

 private:
  int z = 0;
};
