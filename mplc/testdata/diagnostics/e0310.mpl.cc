#include <mentat/mpl.h>

struct {
  int x;
} origin;
typedef struct {
  int x;
} named;

mentat class plotter {
 public:
  int plot(decltype(origin) at) { return at.x; }
  int fine(named at) { return at.x; }
};
// expect: 12:29: error: parameter 'at' of 'plotter::plot' has an unnamed type; name it, the receiver must know it too [E0310]
