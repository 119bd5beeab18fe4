// A persistent variable that names nothing: the call is an error with a message, not a crash;
// bound() tells before.
// No elision: with an ordinary compiler every variable is an object.
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { rtf(total_ += n); }

 private:
  int total_ = 0;
};

int main() {
  counter c;
  std::printf("%d ", mentat::bound(c));
  try {
    int x = c.add(1);
    std::printf("%d\n", x);
  } catch (const std::exception& e) {
    std::printf("%s ", std::string(e.what()).empty() ? "no message" : "unbound");
  }
  mentat::create(c);
  int y = c.add(2);
  std::printf("%d %d\n", mentat::bound(c), y);
}
