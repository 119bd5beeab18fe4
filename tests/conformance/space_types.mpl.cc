// Tuples of many types in one space, taken by one function: values, formals, names, texts.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>
#include <vector>

using namespace mentat::literals;

enum class colour { red, green };

int main() {
  mentat::space s;
  mentat::create(s);
  s.out("job"_name, 1, 2.5);
  s.out("job"_name, 2, 3.5);
  s.out("text", 7L);
  s.out(colour::green, std::vector<int>{1, 2, 3});
  auto [number, value] = s.in("job"_name, mentat::formal<int>, mentat::formal<double>);
  std::cout << number << " " << value << "\n";
  std::cout << s.rd("job"_name, 2, mentat::formal<double>) << "\n";
  s.in("job"_name, 2, 3.5);
  std::cout << s.count("job"_name, mentat::formal<int>, mentat::formal<double>) << "\n";
  std::cout << s.in(std::string("text"), mentat::formal<long long>) << "\n";
  if (auto list = s.inp(colour::green, mentat::formal<std::vector<int>>))
    std::cout << list->size() << "\n";
  if (!s.rdp(colour::red, mentat::formal<std::vector<int>>)) std::cout << "no red\n";
  if (!s.inp("job"_name, 3, 1.0)) std::cout << "no job\n";
  return 0;
}
