#include <mentat/mpl.h>

mentat class sum {
 public:
  double of(const double* values, int n) { return values[n]; }
  double array(double values[3]) { return values[0]; }
  int call(int f(int), int*& p, int) { return f(*p); }
  int member(int sum::*) { return 1; }

 private:
  double local(const double* values) { return *values; }
};
