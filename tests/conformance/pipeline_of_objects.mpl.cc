// Four persistent stages with state [TOCS96 Figure 10]: items pass in order, several are under way,
// none visits main.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] stage {
 public:
  void name(char c) { name_ = c; }
  std::string pass(std::string s) {
    s += name_;
    s += static_cast<char>('0' + seen_++ % 10);
    rtf(s);
  }
  int seen() { rtf(seen_); }

 private:
  char name_ = '?';
  int seen_ = 0;
};

int main() {
  stage s[4];
  for (int i = 0; i < 4; ++i) {
    mentat::create(s[i]);
    s[i].name(static_cast<char>('a' + i));
  }
  std::string out[12];
  for (int n = 0; n < 12; ++n) {
    std::string item = std::string(1, static_cast<char>('A' + n));
    for (int i = 0; i < 4; ++i)
      if ((n + i) % 5 != 4) item = s[i].pass(item);
    out[n] = item;
  }
  for (const std::string& o : out) std::printf("%s ", o.c_str());
  std::printf("%d\n", s[3].seen());
}
