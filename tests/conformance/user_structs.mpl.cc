// Structs as arguments and results: plain ones, for which serialisation is derived, containers of
// them, bases, and one with a serialize of its own.
#include <mentat/mpl.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace geo {
struct named {
  std::string name = "none";
};
struct point {
  double x = 0;
  double y = 0;
};
struct path : named {
  std::vector<point> points;
  std::array<int, 2> marks{};
  std::map<std::string, point> places;
};
}  // namespace geo

class samples {
 public:
  void add(int n) { values_.push_back(n); }
  int last() const { return values_.empty() ? -1 : values_.back(); }
  std::size_t size() const { return values_.size(); }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(values_);
  }

 private:
  std::vector<int> values_;
};

class [[mentat::regular]] mapper {
 public:
  geo::path extend(geo::path p, geo::point q) {
    p.points.push_back(q);
    p.marks[1] += 1;
    p.places["last"] = q;
    p.name += "+";
    rtf(p);
  }
  geo::point middle(const geo::path& p) {
    geo::point m;
    for (const auto& q : p.points) {
      m.x += q.x / static_cast<double>(p.points.size());
      m.y += q.y / static_cast<double>(p.points.size());
    }
    rtf(m);
  }
  samples repeat(samples s, int n) {
    for (int i = 0; i < n; ++i) s.add(i + s.last() + 1);
    rtf(s);
  }
};

int main() {
  mapper m;
  geo::path p;
  p = m.extend(p, geo::point{0, 0});
  p = m.extend(p, geo::point{2, 6});
  geo::path q = m.extend(p, geo::point{4, 0});
  geo::point c = m.middle(q);
  p.name = "p";
  q.points[0] = m.middle(p);
  samples s;
  s = m.repeat(s, 4);
  s = m.repeat(s, 2);
  std::printf("%s %s %zu %d ", p.name.c_str(), q.name.c_str(), q.points.size(), q.marks[1]);
  std::printf("%.1f %.1f %.1f %.1f ", c.x, c.y, q.points[0].y, q.places["last"].x);
  std::printf("%zu %d\n", s.size(), s.last());
}
