// A vector of delayed strings is sorted, searched, and taken whole as an argument.
#include <mentat/mpl.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  std::string name(int n) { rtf(std::string(n % 4 + 20, static_cast<char>('a' + n * 7 % 10))); }
  std::string initials(const std::vector<std::string>& names) {
    std::string s;
    for (const auto& n : names) s += n.front();
    rtf(s);
  }
};

int main() {
  worker w;
  std::vector<std::string> v(8);
  for (int i = 0; i < 8; ++i) v[i] = w.name(i);
  std::string before = w.initials(v);
  std::sort(v.begin(), v.end());
  v[3] = w.name(9);
  std::string after = w.initials(v);
  std::printf("%s %s %td\n", before.c_str(), after.c_str(), std::count(v.begin(), v.end(), v[3]));
}
