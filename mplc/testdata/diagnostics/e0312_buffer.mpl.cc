#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <array>
#include <complex>
#include <span>
#include <string>
#include <vector>

struct hit {
  int at;
  std::array<float, 4> scores;
};
struct base {
  const char* name;
};
struct named : base {
  hit first;
};
struct linked {
  int value;
  std::array<linked*, 2> next;
};
struct found {
  mentat::text where;
  std::vector<mentat::buffer<named>> all;
};

class [[mentat::regular]] finder {
 public:
  mentat::buffer<hit> best(mentat::buffer<std::complex<double>> of, const mentat::text& name);
  int links(mentat::buffer<linked> all);
  found find(int n);
  double sum(std::span<const double> of);
};
// expect: 32:36: error: parameter 'all' of 'finder::links' cannot be sent: all[i].next[i] has type linked *; a pointer means nothing to another object [E0312]
// expect: 33:9: error: the result of 'finder::find' cannot be sent: result.all[i][i].name has type const char *; a pointer means nothing to another object [E0312]
// expect: 34:38: error: parameter 'of' of 'finder::sum' cannot be sent: of has type std::span<const double>; it points to elements elsewhere, send a std::vector or a mentat::buffer [E0312]
