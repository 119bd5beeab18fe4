#include <mentat/mpl.h>

#include <string>
#include <vector>

#define STEPS 10

mentat class solver {
 public:
  static constexpr double tolerance = 1e-6;
  double solve(const std::vector<double>& values, double limit = tolerance, int steps = STEPS,
               std::string name = {}) {
    rtf(limit * steps);
  }
  int quick(int = 3, const std::string& = "quick") { return 1; }
};

double use(const std::vector<double>& values) {
  solver s;
  double a = s.solve(values), b = s.solve(values, 0.5);
  return a + b + s.quick();
}
