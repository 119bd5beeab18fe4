#include <mentat/mpl.h>

#include <string>

mentat class printer {
 public:
  int print(int n) { return n; }
  int print(double n) { return static_cast<int>(n); }
  int print(const std::string& text) const { return static_cast<int>(text.size()); }

 private:
  int print(char c) { return c; }
};

int use() {
  printer p;
  int n = p.print(1);
  return n + p.print(2.5) + p.print("three");
}
