// Results and arguments are converted as C++ converts them: a conversion function is chosen where
// an explicit constructor would fit, too; pointers, literals and empty braces get the declared
// type.
#include <mentat/mpl.h>

#include <iostream>
#include <string>
#include <vector>

struct metres;
struct length {
  int value = 0;
  length() = default;
  explicit length(const metres&) : value(1) {}
  explicit length(int given) : value(given) {}
};
struct metres {
  int value = 5;
  operator length() const {
    length made;
    made.value = value;
    return made;
  }
};
struct derived_metres : metres {};
enum colour { red, green };

class [[mentat::regular]] converter {
 public:
  length result() {
    metres given;
    return given;
  }
  length temporary() { return metres(); }
  length handed_on() {
    metres given;
    rtf(given);
  }
  length either(bool first) {
    const metres given;
    derived_metres other;
    if (first) return given;
    return other;
  }
  metres original() { return {}; }
  int by_value(length given) { return given.value; }
  int by_reference(const length& given) { return given.value; }
  int two(const length& one, length other) { return 10 * one.value + other.value; }
  std::string text(bool first) {
    if (first) return "literal";
    return {};
  }
  double number(colour given) { return given; }
  std::vector<std::string> texts() { return {"a", "b"}; }
  int size(const std::string& text) { return static_cast<int>(text.size()); }
};

int main() {
  converter c;
  metres given;
  length made = c.result();
  std::cout << made.value << c.by_value(given) << c.by_reference(given);
  int later = c.by_value(given);
  std::cout << later << c.two(given, metres()) << ' ';
  length temporary = c.temporary(), handed_on = c.handed_on(), first = c.either(true), second = c.either(false);
  std::cout << temporary.value << handed_on.value << first.value << second.value << ' ';
  metres delayed = c.original();
  int of_delayed = c.by_value(delayed);
  std::cout << of_delayed << c.by_value(c.original()) << ' ';
  std::cout << c.text(true) << c.text(false) << c.number(green) << c.texts().size()
      << c.size("four") << '\n';
}
