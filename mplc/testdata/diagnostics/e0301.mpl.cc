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
// expect: 5:27: error: pointer parameter 'values' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 6:23: error: pointer parameter 'values' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 7:16: error: pointer parameter 'f' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 7:30: error: pointer parameter 'p' cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
// expect: 8:24: error: pointer parameter 1 cannot be sent to another object; pass a value, a std::vector or a std::string [E0301]
