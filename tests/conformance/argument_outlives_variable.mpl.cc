// Variables end their scope or get new values while calls that took them wait for their arguments.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  std::string make(int n) { rtf(std::string(30, static_cast<char>('a' + n))); }
  std::string join(const std::string& a, const std::string& b) { rtf(a.substr(0, 3) + b); }
};

std::string chain(worker& w, int n) {
  std::string result;
  for (int i = 0; i < n; ++i) {
    std::string a = w.make(i);
    std::string b = w.make(i + 10);
    std::string c = w.join(a, b);
    a = w.make(20);
    b = "gone";
    result = w.join(c, result);
  }
  return result;
}

int main() {
  worker w;
  std::string s = chain(w, 3);
  std::printf("%s\n", s.c_str());
}
