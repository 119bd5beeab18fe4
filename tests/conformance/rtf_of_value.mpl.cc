// rtf of expressions that convert, of locals that change afterwards, of members: the value at the
// moment counts.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <utility>

persistent mentat class box {
 public:
  double ratio(int a, int b) { rtf(a / b); }
  int whole(double x) { rtf(x); }
  std::string text(int n) {
    if (n == 0) {
      rtf("literal");
    } else {
      std::string s(static_cast<std::size_t>(n), 't');
      rtf(std::move(s));
    }
  }
  std::string swap(std::string s) {
    std::swap(s, held_);
    rtf(s);
  }
  std::string held() { rtf(held_); }

 private:
  std::string held_ = "first";
};

int main() {
  box b;
  mentat::create(b);
  double r = b.ratio(7, 2);
  int n = b.whole(r + 0.9);
  std::string s = b.text(n);
  std::string t = b.swap(b.text(0));
  std::string u = b.swap(t);
  std::printf("%.1f %d %s %s %s %s\n", r, n, s.c_str(), t.c_str(), u.c_str(), b.held().c_str());
}
