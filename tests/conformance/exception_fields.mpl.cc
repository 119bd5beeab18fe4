// What mentat::remote_error tells: class, function, host, and the original type and text; what() is
// that text, so that a program that prints it prints the same as its elision.
// No elision: an ordinary compiler throws the original exception.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace store {
class [[mentat::persistent]] shelf {
 public:
  int take(int n) {
    if (n > 3) throw std::out_of_range("no such book");
    rtf(n);
  }
};
}  // namespace store

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int main() {
  store::shelf s;
  mentat::create(s);
  int x = s.take(2);
  int y = s.take(9);
  std::printf("%d\n", x);
  try {
    std::printf("%d\n", y);
  } catch (const mentat::remote_error& e) {
    const std::string place = e.class_name() + " " + e.function_name();
    const std::string all = e.explain();
    std::printf("%s %s\n", place.c_str(), e.text().c_str());
    std::printf("%d %d %d %d\n", has(e.type_name(), "out_of_range"), has(e.what(), "no such book"),
                has(all, "store::shelf") && has(all, "take"), e.host().empty());
  }
  try {
    y = s.take(4);
    y += 1;
  } catch (const std::runtime_error& e) {
    std::printf("%d\n", has(e.what(), "no such book"));
  }
  std::printf("%d\n", s.take(3));
}
