// A function's own parameter, by value, is assigned from a call.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  std::string mark(const std::string& s) { rtf(s + "*"); }
  int four_times(int n) {
    worker other;
    n = other.twice(n);
    n = other.twice(n);
    rtf(n);
  }
};

int quadruple(worker w, int n, std::string& log) {
  n = w.twice(n);
  log = w.mark(log);
  n = w.twice(n);
  return n;
}

std::string stars(worker& w, std::string s, int n) {
  while (n-- > 0) s = w.mark(s);
  return s;
}

int main() {
  worker w;
  std::string log = "log";
  int n = 3;
  std::printf("%d ", quadruple(w, n, log));
  int m = w.four_times(n);
  std::printf("%d %d %s %s\n", n, m, log.c_str(), stars(w, "s", 3).c_str());
}
