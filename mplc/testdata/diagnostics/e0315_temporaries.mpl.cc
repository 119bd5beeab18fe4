#include <mentat/mpl.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

class [[mentat::regular]] source {
 public:
  std::vector<double> numbers(int n) { return std::vector<double>(n, 7.0); }
  std::string text() { return "text"; }
};

double sum() {
  source of;
  std::span<const double> all = of.numbers(3);
  std::string_view name = of.text();
  name = std::string("other");
  std::vector<double> kept = of.numbers(3);
  std::span<const double> right = kept;
  return all[0] + right[0] + static_cast<double>(name.size());
}

// expect: 16:27: error: 'all' is a view of a temporary std::vector, which ends with this expression; give that a name [E0315]
// expect: 17:20: error: 'name' is a view of a temporary std::string, which ends with this expression; give that a name [E0315]
// expect: 18:10: error: this is a view of a temporary std::string, which ends with the expression; give that a name [E0315]
