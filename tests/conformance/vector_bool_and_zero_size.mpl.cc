// vector<bool>, bit-fields, unions and containers without elements.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

struct flags {
  unsigned low : 3;
  unsigned high : 5;
};
union number {
  int i;
  unsigned char bytes[4];
};

class [[mentat::regular]] worker {
 public:
  bool odd(int n) { rtf(n % 2 == 1); }
  int value(int n) { rtf(n); }
  std::vector<int> none() { rtf(std::vector<int>()); }
  int size(const std::vector<int>& v, const std::string& s) {
    rtf(static_cast<int>(v.size() * 100 + s.size()));
  }
};

int main() {
  worker w;
  std::vector<bool> v(5);
  for (int i = 0; i < 5; ++i) v[i] = w.odd(i);
  flags f{1, 1};
  f.low = w.value(13);
  f.high = w.value(9);
  number u;
  u.i = w.value(0x01010101);
  u.bytes[1] = w.value(0);
  int low = w.value(f.low);
  std::vector<int> e = w.none();
  std::string s;
  int n = w.size(e, s);
  e.push_back(1);
  for (bool b : v) std::printf("%d", b);
  std::printf(" %d %u %x %d %d\n", low, f.high, u.i, n, w.size(e, s));
}
