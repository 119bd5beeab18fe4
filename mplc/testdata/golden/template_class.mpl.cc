#include "template_class.mpl.h"

struct point {
  int x, y;
};

int main() {
  store::box<point> of_points;
  of_points.create();
  point p = of_points.put({1, 2});
  return p.x;
}
