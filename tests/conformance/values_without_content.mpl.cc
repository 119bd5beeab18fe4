// Structs without fields, empty tuples, std::monostate, and containers of them: a sequence keeps
// its length though its elements say nothing.
#include <mentat/mpl.h>

#include <array>
#include <cstdio>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

struct marker {
  friend bool operator<(const marker&, const marker&) { return false; }
};
struct hollow {
  marker first;
  std::tuple<> second;
};
struct post : marker {
  std::string text;
  std::vector<hollow> stamps;
};

class [[mentat::regular]] counter {
 public:
  int count(const std::vector<marker>& v) { rtf(int(v.size())); }
  int count(const std::vector<hollow>& v) { rtf(int(v.size())); }
  int count(const std::list<std::tuple<>>& v) { rtf(int(v.size())); }
  int count(const std::vector<std::monostate>& v) { rtf(int(v.size())); }
  int count(const std::map<int, marker>& m, const std::set<marker>& s) {
    rtf(int(10 * m.size() + s.size()));
  }
  std::vector<marker> give(int n) { rtf(std::vector<marker>(n)); }
  std::vector<std::vector<hollow>> rows(std::array<int, 0>, const std::array<marker, 2>&) {
    rtf(std::vector<std::vector<hollow>>{std::vector<hollow>(2), {}, std::vector<hollow>(1)});
  }
  std::optional<marker> perhaps(bool there) {
    rtf(there ? std::optional<marker>(marker{}) : std::nullopt);
  }
  post stamp(post p, marker) {
    p.stamps.push_back({});
    rtf(p);
  }
};

int main() {
  counter c;
  std::vector<marker> seven(7);
  int a = c.count(seven);
  int b = c.count(std::vector<hollow>(3));
  int d = c.count(std::list<std::tuple<>>(300));
  int e = c.count(std::vector<std::monostate>(2));
  int f = c.count(std::map<int, marker>{{1, {}}, {2, {}}}, std::set<marker>{marker{}});
  std::vector<marker> five = c.give(5);
  int g = c.count(five);
  std::vector<std::vector<hollow>> rows = c.rows({}, {});
  std::optional<marker> some = c.perhaps(true);
  std::optional<marker> none = c.perhaps(false);
  post p = c.stamp(post{{}, "letter", {}}, marker{});
  p = c.stamp(p, marker{});
  std::printf("%d %d %d %d %d %d\n", a, b, d, e, f, g);
  for (const std::vector<hollow>& row : rows) std::printf("%zu ", row.size());
  std::printf("%d %d %s %zu\n", some.has_value(), none.has_value(), p.text.c_str(),
              p.stamps.size());
}
