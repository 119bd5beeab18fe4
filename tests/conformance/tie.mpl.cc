// std::tie and std::ref hand out references that assign later.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

class [[mentat::regular]] worker {
 public:
  std::pair<int, std::string> both(int n) { rtf(std::pair(n, std::to_string(n * 11))); }
  int twice(int n) { rtf(2 * n); }
};

int main() {
  worker w;
  int n = w.twice(1);
  std::string s = "old";
  std::tie(n, s) = w.both(4);
  int m = w.twice(n);
  auto p = w.both(m);
  std::tie(n, std::ignore) = p;
  p = w.both(9);
  std::tie(m, s) = p;
  n = w.twice(n);
  std::printf("%d %d %s\n", n, m, s.c_str());
}
