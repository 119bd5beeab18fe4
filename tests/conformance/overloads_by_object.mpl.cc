// Overloads that differ in const, & and && alone: the constness and value category of the variable
// choose, through calls, inside the class, in a template, and where one overrides another.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

class [[mentat::persistent]] row {
 public:
  virtual ~row() = default;
  int& at(int n) {
    ++writers_;
    return v_[n];
  }
  const int& at(int n) const { return v_[n]; }
  virtual int size() const { return 3; }
  virtual int size() { return 4; }
  int writers() const { return writers_; }
  std::string which() & { return "l"; }
  std::string which() && { return "r"; }
  std::string which() const& { return "c"; }
  std::string all() {
    return which() + std::to_string(size()) + fixed();
  }
  std::string fixed() const { return which() + std::to_string(size()) + std::to_string(at(0)); }

 private:
  std::vector<int> v_{5, 6, 7};
  int writers_ = 0;
};
class [[mentat::persistent]] long_row : public row {
 public:
  int size() override { return 40; }
  int size() const override { return row::size() + 30; }
};

template <class T>
class [[mentat::regular]] box {
 public:
  T get(T t) const& { return t; }
  T get(T t) && { return t + t; }
  T get(T t, int n) volatile { return t * n; }
};

int main() {
  row r;
  mentat::create(r);
  const row& c = r;
  int a = r.at(1), b = c.at(2), n = r.size(), m = c.size();
  std::string l = r.which(), k = c.which(), x = std::move(r).which();
  std::string inside = r.all();
  int writers = r.writers();
  std::printf("%d %d %d %d %s%s%s %s %d\n", a, b, n, m, l.c_str(), k.c_str(), x.c_str(),
              inside.c_str(), writers);
  long_row longer;
  mentat::create(longer);
  const long_row& fixed = longer;
  row& as_row = longer;
  int p = longer.size(), q = fixed.size(), s = as_row.size();
  box<int> one;
  int t = one.get(4), u = std::move(one).get(4), v = one.get(4, 3), w = box<int>().get(9);
  std::printf("%d %d %d %d %d %d %d\n", p, q, s, t, u, v, w);
}
