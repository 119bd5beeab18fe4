// flags: -Rmentat
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <string>

using namespace mentat::literals;

void put(mentat::space s, int n) {
  s.out("A"_name, n, 1.5);
  s.out("both"_name, n, n);
  s.out("job"_name, n);
  s.out("pair"_name, n, "text");
}

double get(mentat::space s, int n) {
  double element = s.rd("A"_name, n, mentat::formal<double>);
  if (s.rdp("A"_name, mentat::formal<int>, mentat::formal<double>)) element = 0;
  int one = s.in("both"_name, n, mentat::formal<int>);
  int other = s.in("both"_name, mentat::formal<int>, n);
  int job = s.in("job"_name, mentat::formal<int>);  // no pattern has a value: a bag
  auto [number, text] = s.in("pair"_name, mentat::formal<int>, mentat::formal<std::string>);
  return element + one + other + job + number + static_cast<double>(text.size());
}
// expect: 18:9: remark: this rdp leaves the key of its tuples empty: no field has a value in every pattern [R0806]
// expect: 20:17: remark: this in leaves the key of its tuples empty: no field has a value in every pattern [R0806]
