// An error goes through two more objects, by arc, by rtf and by being thrown again: its text
// arrives.
// No elision: an ordinary compiler throws the original exception.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>

class [[mentat::regular]] bottom {
 public:
  int fail(int n) { throw std::runtime_error("cause " + std::to_string(n)); }
  int pass(int n) { rtf(n); }
};

class [[mentat::regular]] middle {
 public:
  int hand_on(int n) {
    bottom b;
    rtf(b.fail(n));
  }
  int wait(int n) {
    bottom b;
    int x = b.fail(n);
    rtf(x + 1);
  }
  int arc(int n) {
    bottom b;
    int x = b.fail(n);
    x = b.pass(x);
    rtf(x);
  }
};

int main() {
  middle m;
  int x[3];
  x[0] = m.hand_on(1);
  x[1] = m.wait(2);
  x[2] = m.arc(3);
  for (int i = 2; i >= 0; --i) {
    try {
      std::printf("%d\n", x[i]);
    } catch (const mentat::remote_error& e) {
      const std::string cause = "cause " + std::to_string(i + 1);
      const bool found = std::string(e.what()).find(cause) != std::string::npos;
      std::printf("%s\n", found ? cause.c_str() : "lost");
    }
  }
}
