// Two variables are compared: do they name one object? And as keys of ordered and unordered
// containers, in sets, searched for, and as mentat::ref.
// No elision: there a variable is its object, and a copy is another one.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

class [[mentat::persistent]] player {
 public:
  virtual ~player() = default;
  void call(const std::string& name) { name_ = name; }
  std::string name() { rtf(name_); }
  bool is(player other) { rtf(other == mentat::self<player>()); }
  void follow(player other) { next_ = other; }
  bool follows(player other) {
    mentat::ref<player> wanted(other);
    rtf(next_ == wanted);
  }

 private:
  std::string name_;
  mentat::ref<player> next_;
};
class [[mentat::persistent]] captain : public player {};

template <class T>
class [[mentat::persistent]] box {
 public:
  void put(const T& value) { value_ = value; }
  T get() { rtf(value_); }

 private:
  T value_{};
};

class [[mentat::regular]] scorer {
 public:
  std::map<player, int> add(std::map<player, int> points, player to) {
    points[to] += 10;
    rtf(points);
  }
  std::size_t count(const std::vector<player>& all) {
    std::unordered_set<player> different(all.begin(), all.end());
    rtf(different.size());
  }
};

int main() {
  player a, b, none;
  captain c;
  mentat::create(a);
  mentat::create(b);
  mentat::create(c);
  a.call("a");
  b.call("b");
  c.call("c");
  player a2 = a, c2 = c;
  std::printf("%d %d %d %d %d\n", a == a2, a == b, a != b, c2 == c, none == player());
  std::printf("%d %d %d\n", a > b || a < b, a <= a2 && a >= a2, mentat::ref<player>(a) >= mentat::ref<player>(a2));
  bool same = a.is(a2), other = a.is(b);
  a.follow(b);
  bool follows = a.follows(b), does_not = a.follows(c2);
  std::printf("%d %d %d %d\n", same, other, follows, does_not);

  std::map<player, std::string> names;
  std::unordered_map<player, int> numbers;
  for (player p : {a, b, c2, a2}) {
    std::string name = p.name();
    names[p] += name;
    ++numbers[p];
  }
  std::printf("%zu %s %zu %d %d\n", names.size(), names[a].c_str(), numbers.size(), numbers[a2],
              numbers[c2]);
  std::vector<player> all{a, b, c2, a2};
  std::printf("%zu %d\n", std::set<player>(all.begin(), all.end()).size(),
              int(std::find(all.begin(), all.end(), c) - all.begin()));

  scorer s;
  std::size_t different = s.count(all);
  std::map<player, int> points;
  for (player p : all) points = s.add(points, p);
  std::unordered_set<mentat::ref<player>> refs{a, a2, b};
  std::printf("%zu %d %d %zu\n", different, points[a], points[b], refs.size());

  box<int> x, y;
  mentat::create(x);
  mentat::create(y);
  box<int> z = y;
  std::printf("%d %d %d\n", x == y, y == z, std::hash<box<int>>()(y) == std::hash<box<int>>()(z));
}
