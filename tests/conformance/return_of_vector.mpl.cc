// return of a vector or string with delayed parts, from an ordinary function and from a lambda.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int square(int n) { rtf(n * n); }
  std::string text(int n) { rtf(std::string(30, static_cast<char>('a' + n))); }
};

std::vector<int> squares(worker& w, int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; ++i) v[i] = w.square(i);
  return v;
}

std::string pick(worker& w, bool first) {
  std::string s = w.text(1);
  std::string t = w.text(2);
  if (first) return s;
  return t;
}

std::pair<int, std::string> both(worker& w) {
  int n = w.square(9);
  std::string s = w.text(3);
  return {n, s};
}

int main() {
  worker w;
  int sum = 0;
  for (int e : squares(w, 6)) sum += e;
  auto last = [&w](int n) {
    std::vector<int> v(n);
    v[n - 1] = w.square(n);
    return v;
  };
  std::vector<int> v = last(4);
  auto [n, s] = both(w);
  std::printf("%d %d %c%c %d %c\n", sum, v[3], pick(w, true)[0], pick(w, false)[29], n, s[5]);
}
