// `&X::f` as an argument of the functions of groups, of map, map_reduce and reduce.
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

namespace shapes {

class [[mentat::persistent]] base {
 public:
  virtual double area(double scale) const { return scale; }
  int sides() const { return 4; }
};
class [[mentat::persistent]] square : public base {
 public:
  double area(double scale) const override { return 2 * scale; }
};

}  // namespace shapes

class [[mentat::regular]] calculator {
 public:
  double half(double x) { return x / 2; }
  double add(double a, double b) { return a + b; }
};

double all(const std::vector<double>& values, int n) {
  mentat::group<shapes::square> g(n);
  auto areas = g.each(&shapes::square::area, 2.0);
  auto sides = g.each(
      &shapes::square::
          sides);
  calculator c;
  double sum = mentat::reduce(areas, &calculator::add, 0.0);
  sum += mentat::map_reduce(c, (&calculator::half), values, &calculator::add);
  return sum + sides[0] + mentat::map(c, &calculator::half, areas)[0];
}
