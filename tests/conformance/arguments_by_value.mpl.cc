// Arguments are copied at the call [TOCS96 2.2.1]: neither the caller nor the callee sees later
// changes by the other.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int sum(std::vector<int> v) {
    int n = 0;
    for (int& e : v) {
      n += e;
      e = 0;
    }
    rtf(n);
  }
  std::string copy(const std::string& s) { rtf(s + "."); }
};

int main() {
  worker w;
  std::vector<int> v{1, 2, 3};
  int a = w.sum(v);
  v[0] = 100;
  int b = w.sum(v);
  v.clear();
  char buffer[] = "first";
  std::string s = w.copy(buffer);
  buffer[0] = 'F';
  std::string t = w.copy(buffer);
  buffer[0] = 'x';
  const std::string text = "constant";
  std::string u = w.copy(text);
  std::printf("%d %d %zu %s %s %s\n", a, b, v.size(), s.c_str(), t.c_str(), u.c_str());
}
