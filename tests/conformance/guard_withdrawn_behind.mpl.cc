// A call stands behind one of its caller and function whose guard nothing can open. Its error does
// not speak of its own guard, which was not tested.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>
#include <string>

class [[mentat::persistent]] purse {
 public:
  int take(int coins) {
    mentat::guard(coins_ >= coins);
    coins_ -= coins;
    return coins;
  }
  int coins() { return coins_; }

 private:
  int coins_ = 3;
};

// Without the place of the call, whose folder differs from build to build.
std::string text_of(const mentat::deadlock& lost) {
  std::string text = lost.what();
  const std::size_t at = text.find(" called at ");
  return at == std::string::npos ? text : text.erase(at, text.find(' ', at + 11) - at);
}

int main() {
  purse p;
  mentat::create(p);
  int much = p.take(5);
  int little = p.take(2);
  try {
    std::cout << little << "\n";
  } catch (const mentat::deadlock& lost) {
    std::cout << text_of(lost) << "\n";
  }
  try {
    std::cout << much << "\n";
  } catch (const mentat::deadlock& lost) {
    std::cout << text_of(lost) << "\n";
  }
  std::cout << p.coins() << "\n";
  int taken = p.take(2);
  std::cout << taken << "\n";
  return 0;
}
