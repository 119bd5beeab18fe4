// Calls that still wait for a tuple do not keep the program alive when main has ended.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>

using namespace mentat::literals;

class [[mentat::regular]] server {
 public:
  int serve(mentat::space s) {
    for (;;) {
      int asked = s.in("question"_name, mentat::formal<int>);
      s.out("answer"_name, asked, asked + 1);
    }
    return 0;
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  server one, other;
  one.serve(s);
  other.serve(s);
  for (int k = 0; k < 5; ++k) s.out("question"_name, k);
  for (int k = 0; k < 5; ++k)
    std::cout << s.in("answer"_name, k, mentat::formal<int>) << "\n";
  return 0;
}
