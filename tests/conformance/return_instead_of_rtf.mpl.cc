// return e; is rtf(e) and leave; both styles in one function, in branches, loops and void
// functions.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

class [[mentat::persistent]] list {
 public:
  int find(int n) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] == n) return static_cast<int>(i);
    rtf(-1);
  }
  void add(int n) {
    if (find(n) >= 0) return;
    values_.push_back(n);
  }
  std::string text() const {
    std::string s;
    for (int v : values_) s += std::to_string(v) + ",";
    if (s.empty()) return "none";
    return s;
  }
  std::vector<int> pair(int n) {
    if (n < 0) return {n, -n};
    return {};
  }

 private:
  std::vector<int> values_;
};

int main() {
  list l;
  mentat::create(l);
  std::string before = l.text();
  for (int i = 0; i < 6; ++i) l.add(i * i % 4);
  int a = l.find(1);
  int b = l.find(7);
  std::vector<int> v = l.pair(b);
  std::printf("%s %s %d %d %d %zu\n", before.c_str(), l.text().c_str(), a, b, v[1], l.pair(1).size());
}
