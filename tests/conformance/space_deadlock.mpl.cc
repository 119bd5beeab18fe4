// The error of a wait that nothing can end names the pattern and the nearest misses.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>

using namespace mentat::literals;

namespace {

void print(const mentat::remote_error& lost) {
  const std::string text = lost.what();
  const std::size_t at = text.find("it waits for");
  std::cout << (at == std::string::npos ? text : text.substr(at)) << "\n";
}

template <class Wait>
void lose(Wait&& wait) {
  try {
    wait();
    std::cout << "it came\n";
  } catch (const mentat::deadlock& lost) {
    print(lost);
  } catch (const mentat::closed_entry& lost) {
    print(lost);
  }
}

}  // namespace

int main() {
  mentat::space s;
  mentat::create(s);
  for (int k = 0; k < 3; ++k) s.out("result"_name, k, 1.5);
  lose([&] { s.in("result"_name, 7, mentat::formal<double>); });
  lose([&] { s.rd("result"_name, 7L, std::string("seven")); });
  return 0;
}
