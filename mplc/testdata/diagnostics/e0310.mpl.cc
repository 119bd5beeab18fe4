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
