// An unbound space, one that has ended, a tuple that nobody puts: errors with a place, no hang.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>

using namespace mentat::literals;

class [[mentat::regular]] taker {
 public:
  int take(mentat::space s) { rtf(s.in("never"_name, mentat::formal<int>)); }
};

int main() {
  mentat::space nowhere;
  try {
    nowhere.out("a"_name);
    std::cout << "put\n";
  } catch (const mentat::unbound_variable&) {
    std::cout << "unbound\n";
  }
  mentat::space s;
  mentat::create(s);
  taker t;
  int taken = t.take(s);
  s.out("other"_name, 1);
  mentat::space same = s;
  mentat::destroy(s);
  try {
    std::cout << taken << "\n";
  } catch (const mentat::object_lost&) {
    std::cout << "lost\n";
  }
  try {
    std::cout << same.count("other"_name, mentat::formal<int>) << "\n";
  } catch (const mentat::object_lost&) {
    std::cout << "ended\n";
  }
  mentat::space quiet;
  mentat::create(quiet);
  try {
    quiet.in("nothing"_name);
    std::cout << "taken\n";
  } catch (const mentat::deadlock&) {
    std::cout << "deadlock\n";
  } catch (const mentat::closed_entry&) {
    std::cout << "deadlock\n";
  }
  return 0;
}
