// Result variables are moved from: into other variables, into arguments, into containers; then they
// are assigned again.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

class [[mentat::regular]] worker {
 public:
  std::string text(int n) { rtf(std::string(30, static_cast<char>('a' + n))); }
  std::string join(std::string a, std::string b) { rtf(a.substr(28) + b.substr(28)); }
};

int main() {
  worker w;
  std::string s = w.text(0);
  std::string t = std::move(s);
  s = w.text(1);
  std::string u = w.join(std::move(s), std::move(t));
  s = w.text(2);
  std::vector<std::string> v;
  v.push_back(std::move(s));
  s = w.text(3);
  v.emplace_back(s);
  t = w.text(4);
  t.swap(s);
  std::printf("%s %s %s ", u.c_str(), v[0].c_str() + 28, v[1].c_str() + 28);
  std::printf("%s %s\n", s.c_str() + 28, t.c_str() + 28);
}
