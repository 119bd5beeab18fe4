#include <mentat/mpl.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

class [[mentat::regular]] table {
 public:
  int entry(std::pair<const int, double> one) { return one.first; }
  int entries(const std::vector<std::pair<const int, int>>& all) { return all[0].second; }
  int sides(std::tuple<int, const double> of) { return std::get<0>(of); }
  std::optional<const int> first(int n) { return n; }
  int all(const std::map<int, std::pair<int, double>>& of) { return of.begin()->first; }
};
// expect: 11:42: error: parameter 'one' of 'table::entry' cannot be sent: one.first is const and cannot be filled in by the receiver [E0312]
// expect: 12:61: error: parameter 'all' of 'table::entries' cannot be sent: all[i].first is const and cannot be filled in by the receiver [E0312]
// expect: 13:43: error: parameter 'of' of 'table::sides' cannot be sent: of<1> is const and cannot be filled in by the receiver [E0312]
// expect: 14:28: error: the result of 'table::first' cannot be sent: result.value() is const and cannot be filled in by the receiver [E0312]
