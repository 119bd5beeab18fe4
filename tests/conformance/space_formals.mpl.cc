// Formals in tuples: each meets every value of its type, no formal, and no other type.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>

using namespace mentat::literals;

int main() {
  mentat::space s;
  mentat::create(s);
  s.out("request"_name, mentat::formal<int>, std::string("any"));
  std::cout << s.rdp("request"_name, 7, mentat::formal<std::string>).value_or("none")
            << s.rdp("request"_name, 8, "any") << s.rdp("request"_name, 8, "other")
            << s.rdp("request"_name, mentat::formal<int>, "any").has_value()
            << s.rdp("request"_name, 7L, "any") << "\n";
  s.out("request"_name, 7, std::string("seven"));
  // Both meet 7; the older is taken first.
  std::cout << s.in("request"_name, 7, mentat::formal<std::string>) << " "
            << s.in("request"_name, 7, mentat::formal<std::string>) << "\n";
  s.out("all"_name, mentat::formal<int>, mentat::formal<int>);
  s.out("all"_name, 1, mentat::formal<int>);
  s.out("all"_name, 1, 2);
  std::cout << s.count("all"_name, 1, 2) << s.count("all"_name, 3, 4)
            << s.count("all"_name, mentat::formal<int>, 2)
            << s.count("all"_name, mentat::formal<int>, mentat::formal<int>) << "\n";
  s.in("all"_name, 3, 4);
  s.in("all"_name, 1, 9);
  std::cout << s.count("all"_name, 1, 2) << s.inp("all"_name, 1, 9) << "\n";
  s.out(5);  // a single field
  s.out(6, 7);
  std::cout << s.rd(mentat::formal<int>) << s.inp(mentat::formal<int>).value_or(0)
            << s.in_some(1, mentat::formal<int>, 7).size() << "\n";
  return 0;
}
