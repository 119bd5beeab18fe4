#include <functional>
#include <map>
#include <memory>
#include <mentat/mpl.h>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace grid {

struct mesh {
  std::vector<double> values;
  std::mutex lock;
};
struct problem {
  std::string name;
  mesh m;
};
class closed {
 public:
  explicit closed(int n) : n_(n) {}

 private:
  int n_;
};
struct tree {  // a struct may hold a vector of itself
  int value;
  std::vector<tree> below;
};
struct itself {
  template <class Archive>
  void serialize(Archive& archive) {
    archive(*p);
  }
  std::unique_ptr<int> p;
};
struct beside {
  int* p;
};
template <class Archive>
void save(Archive& archive, const beside& value) {
  archive(*value.p);
}
template <class Archive>
void load(Archive& archive, beside& value) {
  archive(*value.p);
}
union either {
  int a;
  float b;
};
struct fixed {
  const int n = 1;
};
class unknown;

}  // namespace grid

mentat class solver {
 public:
  double solve(const grid::problem& p);
  void text(std::string_view t);
  void callback(std::function<int(int)> f);
  void shared(std::map<std::string, std::vector<std::shared_ptr<int>>> all);
  void choice(std::variant<int, std::mutex*> v, std::pair<int, grid::closed> c);
  void undefined(const grid::unknown& u);
  void others(grid::either e, grid::fixed f);
  void fine(grid::tree t, grid::itself i, grid::beside b, std::optional<std::vector<bool>> o, long double d);
  grid::closed result();
};
