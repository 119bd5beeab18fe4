// Values of many types and sizes, equal byte by byte: signs, widths, empty and long texts.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <array>
#include <chrono>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace mentat::literals;

int main() {
  mentat::space s;
  mentat::create(s);
  s.out(1, 2u);
  s.out(1L, 2u);
  s.out(static_cast<short>(1), 2u);
  std::cout << s.count(1, mentat::formal<unsigned>) << s.count(1LL, mentat::formal<unsigned>)
            << s.count(1, mentat::formal<int>) << "\n";
  s.out("zero"_name, 0.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  s.out("zero"_name, nan);
  std::cout << s.rdp("zero"_name, -0.0) << s.rdp("zero"_name, 0.0) << s.rdp("zero"_name, nan)
            << "\n";
  const std::string longer(1000, 'x');
  s.out("text"_name, longer, std::string());
  s.out("text"_name, longer + "y", std::string("z"));
  std::cout << s.in("text"_name, longer + "y", mentat::formal<std::string>)
            << s.in("text"_name, mentat::formal<std::string>, "").size() << "\n";
  s.out(std::vector<int>{1, 2}, std::pair<int, bool>(3, true));
  s.out(std::vector<int>{}, std::pair<int, bool>(4, false));
  std::cout << s.in(std::vector<int>{}, mentat::formal<std::pair<int, bool>>).first
            << s.in(mentat::formal<std::vector<int>>, std::pair<int, bool>(3, true)).size() << "\n";
  s.out(std::array<char, 3>{'a', 'b', 'c'}, true, 'd');
  std::cout << s.in(std::array<char, 3>{'a', 'b', 'c'}, true, mentat::formal<char>) << "\n";
  // As many fields as a tuple may have: in every operation.
  using namespace std::chrono_literals;
  constexpr auto any = mentat::formal<int>;
  for (int last = 16; last < 19; ++last)
    s.out(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, last);
  s.eval(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19);
  std::cout << s.rd(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, any, 16) << " "
            << *s.rdp(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, any, 16) << " "
            << *s.rd_for(1s, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, any, 16) << " "
            << s.rd_all(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, any).size() << " "
            << s.count(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, any) << "\n";
  s.in(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  const auto one = s.inp(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, any, 17);
  const auto other = s.in_for(1s, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, any, 18);
  const auto some = s.in_some(2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, any);
  std::cout << *one << " " << *other << " " << some.size() << " " << some.at(0) << "\n";
  return 0;
}
