// A lock, a semaphore and a barrier are tuples; formals in a tuple; several tuples at once.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace mentat::literals;

class [[mentat::regular]] party {
 public:
  int add(mentat::space s, int times) {
    for (int k = 0; k < times; ++k) {
      s.in("lock"_name);
      int value = s.in("value"_name, mentat::formal<int>);
      s.out("value"_name, value + 1);
      s.out("lock"_name);
    }
    rtf(times);
  }
  int meet(mentat::space s, int parties) {
    int here = s.in("here"_name, mentat::formal<int>) + 1;
    if (here == parties)
      s.out("go"_name);
    s.out("here"_name, here);
    s.rd("go"_name);
    rtf(s.rd("here"_name, mentat::formal<int>));
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  s.out("lock"_name);
  s.out("value"_name, 0);
  s.out("here"_name, 0);
  party p;
  int sums[3];
  for (int k = 0; k < 3; ++k) sums[k] = p.add(s, 20);
  int all = 0;
  for (int k = 0; k < 3; ++k) all += sums[k];
  std::cout << all << " " << s.rd("value"_name, mentat::formal<int>) << "\n";

  int met[5];
  for (int k = 0; k < 5; ++k) met[k] = p.meet(s, 5);
  for (int k = 0; k < 5; ++k) std::cout << met[k];
  std::cout << "\n";

  s.out("any"_name, mentat::formal<int>, 7);
  std::cout << s.rdp("any"_name, 12345, mentat::formal<int>).value_or(-1) << " "
            << s.rdp("any"_name, mentat::formal<int>, 7).has_value() << "\n";
  for (int k = 0; k < 10; ++k) s.out("many"_name, k);
  std::vector<int> some = s.in_some(4, "many"_name, mentat::formal<int>);
  std::vector<int> rest = s.rd_all("many"_name, mentat::formal<int>);
  std::cout << some.size() << " " << rest.size() << " "
            << s.count("many"_name, mentat::formal<int>) << "\n";
  some.insert(some.end(), rest.begin(), rest.end());
  std::sort(some.begin(), some.end());
  for (int one : some) std::cout << one;
  std::cout << "\n";
  return 0;
}
