// A function that gives back nothing, on any path, does not use its sink.
#include <mentat/mpl.h>

class [[mentat::regular]] judge {
 public:
  int refuse(int n) { throw n; }
  int weigh(int n) {
    if (n > 0) rtf(n);
    else throw n;
  }
};
