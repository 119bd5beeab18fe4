// A program that explains the errors of Mentat builds as its sequential elision, too, where none is
// thrown: what() is the same text there.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>
#include <string>

class [[mentat::regular]] halver {
 public:
  int half(int n) {
    if (n % 2 != 0) throw std::invalid_argument(std::to_string(n) + " is odd");
    return n / 2;
  }
};

bool is_in_sentence(const std::exception& error) {
  const auto* const remote = dynamic_cast<const mentat::remote_error*>(&error);
  return !remote || remote->explain().find(error.what()) != std::string::npos;
}

int main() {
  halver h;
  for (int n = 3; n < 6; ++n) {
    try {
      int half = h.half(n);
      std::printf("%d\n", half);
    } catch (const std::exception& error) {
      std::printf("%s, %d\n", error.what(), is_in_sentence(error));
    }
  }
}
