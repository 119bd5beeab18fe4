// Many calls wait for one tuple; rd lets all go on, in lets one after the other.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <vector>

using namespace mentat::literals;

class [[mentat::regular]] runner {
 public:
  int run(mentat::space s, int number) {
    s.rd("start"_name);
    int before = s.in("finished"_name, mentat::formal<int>);
    s.out("finished"_name, before + number);
    rtf(number);
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  runner r;
  constexpr int runners = 60;
  std::vector<int> numbers(runners);
  for (int k = 0; k < runners; ++k) numbers[k] = r.run(s, k + 1);
  s.out("finished"_name, 0);
  std::cout << s.inp("finished"_name, 0) << "\n";
  s.out("finished"_name, 0);
  s.out("start"_name);
  int sum = 0;
  for (int k = 0; k < runners; ++k) sum += numbers[k];
  std::cout << sum << " " << s.in("finished"_name, mentat::formal<int>) << "\n";
  std::cout << s.count("start"_name) << s.count("finished"_name, mentat::formal<int>) << "\n";
  return 0;
}
