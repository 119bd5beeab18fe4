// An rvalue reference to a result variable; std::exchange; std::forward through a template.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>

class [[mentat::regular]] worker {
 public:
  std::string text(int n) { rtf(std::string(25, static_cast<char>('a' + n))); }
  int size(const std::string& s) { rtf(static_cast<int>(s.size())); }
};

template <class T>
std::string take(T&& value) {
  return std::string(std::forward<T>(value)) + "!";
}

int main() {
  worker w;
  std::string s = "old";
  std::string&& r = std::move(s);
  s = w.text(0);
  std::string t = std::move(r);
  std::string u = w.text(1);
  std::string old = std::exchange(u, "new");
  u = w.text(2);
  std::string v = take(u);
  u = w.text(3);
  int n = w.size(u);
  std::string x = take(std::move(u));
  std::printf("%s %s %s %s %d\n", t.c_str(), old.c_str(), v.c_str(), x.c_str(), n);
}
