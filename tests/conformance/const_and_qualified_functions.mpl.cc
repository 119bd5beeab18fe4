// const, noexcept and inline member functions, const references and by-value parameters that the
// body changes.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] text {
 public:
  inline void set(const std::string s) noexcept { value_ = s; }
  std::size_t size() const noexcept { rtf(value_.size()); }
  [[nodiscard]] const std::string& value() const { rtf(value_); }
  std::string cut(std::string s, int n) const {
    while (n-- > 0) s.pop_back();
    rtf(s + value_[0]);
  }

 private:
  std::string value_;
};

int main() {
  text t;
  mentat::create(t);
  t.set("mentat");
  std::string s = t.value();
  std::size_t n = t.size();
  int k = 3;
  std::string u = t.cut(s, k);
  t.set(u);
  std::string v = t.value();
  std::printf("%s %zu %s %s %d %zu\n", s.c_str(), n, u.c_str(), v.c_str(), k, t.size());
}
