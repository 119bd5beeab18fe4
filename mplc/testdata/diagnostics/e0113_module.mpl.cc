module;
#include <mentat/mpl.h>
export module work;

export persistent mentat class worker {
 public:
  int f(int n) { return n; }
};
// expect: 3:8: error: modules are not translated; #include headers [E0113]
