// One result goes to many consumers, each of which changes its own copy; their results meet again.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  std::string make(int n) { rtf(std::string(static_cast<std::size_t>(n), 'a')); }
  std::string mark(std::string s, int at) {
    s[static_cast<std::size_t>(at)] = 'b';
    rtf(s);
  }
  std::string append(std::string s, const std::string& t) {
    s += t;
    rtf(s);
  }
};

int main() {
  worker w;
  std::string s = w.make(20);
  std::string all = w.make(0);
  for (int i = 0; i < 4; ++i) {
    std::string marked = w.mark(s, i);
    all = w.append(all, marked);
  }
  std::printf("%s\n%s\n", all.c_str(), s.c_str());
}
