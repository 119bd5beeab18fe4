// const auto& and auto&& bound to a call's result live as long as their scope.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

mentat class worker {
 public:
  std::string text(int n) { rtf(std::string(30, static_cast<char>('a' + n))); }
  std::vector<int> range(int n) {
    std::vector<int> v;
    while (n > 0) v.push_back(n--);
    rtf(v);
  }
};

int main() {
  worker w;
  const auto& a = w.text(0);
  auto&& b = w.text(1);
  const std::string& c = w.text(2);
  b = w.text(3);
  for (int n : w.range(4)) std::printf("%d ", n);
  for (char ch : w.text(4).substr(27)) std::printf("%c", ch);
  std::printf(" %zu %c%c%c %s\n", w.range(5).size(), a[0], b[29], c[7], w.text(5).substr(25).c_str());
}
