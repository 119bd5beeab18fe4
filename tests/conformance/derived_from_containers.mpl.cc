// Structs that derive from types of the standard library, with and without fields of their own,
// from such a struct, and as instances of a template.
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lists {
struct names : std::vector<std::string> {
  using vector::vector;
  int extra = 3;
};
struct titled_names : names {
  std::string title = "untitled";
};
template <class T>
struct numbered : std::vector<T> {
  long number = 1;
};
}  // namespace lists

struct card_index : std::map<std::string, lists::names> {
  bool sorted = true;
};
struct label : std::string {
  using std::string::string;
  int colour = 0;
};
struct perhaps : std::optional<label> {
  char mark = '?';
};
struct plain : std::vector<double> {};
struct both : std::pair<int, std::string> {
  double weight = 0.5;
};

class [[mentat::regular]] clerk {
 public:
  lists::names add(lists::names n) {
    n.push_back("x");
    n.extra++;
    rtf(n);
  }
  lists::titled_names call(lists::names n, const label& title) {
    lists::titled_names made;
    static_cast<lists::names&>(made) = n;
    made.title = title + std::to_string(title.colour);
    rtf(made);
  }
  lists::numbered<double> number(lists::numbered<double> n) {
    n.push_back(2.5);
    n.number += 41;
    rtf(n);
  }
  card_index enter(card_index i, const lists::names& n) {
    i["new"] = n;
    i.sorted = false;
    rtf(i);
  }
  perhaps find(const card_index& i, const std::string& name) {
    perhaps p;
    if (i.contains(name)) {
      label l("found");
      l.colour = i.at(name).extra;
      p.emplace(l);
      p.mark = '!';
    }
    rtf(p);
  }
  plain twice(plain p) {
    for (double& x : p) x *= 2;
    rtf(p);
  }
  both swap(both b) {
    b.first = -b.first;
    b.weight *= 2;
    rtf(b);
  }
};

int main() {
  clerk c;
  lists::names n = c.add({"a"});
  n = c.add(n);
  label l("list");
  l.colour = 7;
  lists::titled_names t = c.call(n, l);
  lists::numbered<double> m = c.number({});
  card_index i;
  i["old"] = {"b", "c"};
  i = c.enter(i, n);
  perhaps there = c.find(i, "new");
  perhaps not_there = c.find(i, "other");
  plain p;
  p.push_back(1.5);
  p = c.twice(p);
  both b;
  b.first = 4;
  b.second = "four";
  b = c.swap(b);
  std::printf("%zu %d %s %zu %d\n", n.size(), n.extra, t.title.c_str(), t.size(), t.extra);
  std::printf("%zu %ld %zu %d\n", m.size(), m.number, i.size(), i.sorted);
  std::printf("%s %d %c %d %c\n", there->c_str(), there->colour, there.mark, not_there.has_value(),
              not_there.mark);
  std::printf("%g %d %s %g\n", p[0], b.first, b.second.c_str(), b.weight);
}
