// An operation that fails because nothing can end its wait takes nothing later.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>

using namespace mentat::literals;

// Without the place of the call, whose folder differs from build to build.
std::string text_of(const mentat::deadlock& lost) {
  std::string text = lost.what();
  const std::size_t at = text.find(", called at ");
  return at == std::string::npos ? text : text.erase(at, text.find(", ", at + 2) - at);
}

class [[mentat::regular]] worker {
 public:
  int square(int x) { return x * x; }
  // Its first wait fails, its second one does not.
  int take_twice(mentat::space s, int key) {
    int lost = 0;
    try {
      s.in("never"_name, key);
    } catch (const mentat::deadlock&) {
      lost = 1;
    }
    s.out("done"_name, key);
    return lost;
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  try {
    s.in("x"_name);
  } catch (const mentat::deadlock& lost) {
    std::cout << text_of(lost) << "\n";
  }
  s.out("x"_name);
  std::cout << s.count("x"_name) << s.inp("x"_name) << s.inp("x"_name) << "\n";

  for (int k = 0; k < 3; ++k) {
    try {
      std::cout << s.rd("never"_name, mentat::formal<int>);
    } catch (const mentat::deadlock&) {
      std::cout << "lost\n";
    }
  }
  worker w;
  s.out("square"_name, 3, w.square(3));
  std::cout << s.in("square"_name, 3, mentat::formal<int>) << "\n";

  int lost = w.take_twice(s, 1);
  std::cout << lost << "\n";
  s.in("done"_name, 1);
  s.out("never"_name, 1);
  std::cout << s.count("never"_name, 1) << s.inp("never"_name, 1) << "\n";
}
