// Strings: assigned, initialised, appended, passed on, compared; the old text must never be seen.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  std::string join(const std::string& a, const std::string& b) { rtf(a + b); }
};

int main() {
  worker w;
  std::string s = "old";
  s = w.join("this is a string that has to be allocated, ", "or else");
  std::string t = w.join(s, "!");
  s = w.join("s", "s");
  s += t;
  t += w.join("?", s);
  std::printf("%s\n%s\n", s.c_str(), t.c_str());
  std::printf("%zu %d %c\n", s.size(), s == t, t[5]);
}
