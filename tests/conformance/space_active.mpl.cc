// Active tuples: fields that are calls or delayed variables; out does not wait for them.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <stdexcept>
#include <string>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
  std::string text(int n) { return std::to_string(n); }
  // Its value comes only when main has put a key, which it does behind the tuple.
  int locked(mentat::space s) { rtf(s.in("key"_name, mentat::formal<int>)); }
  int fail() { throw std::invalid_argument("no value"); }
  int put(mentat::space s, int n) {
    worker other;
    int delayed = other.square(n);
    s.out("from a call"_name, n, delayed, other.text(n));
    rtf(0);
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  worker w;
  for (int k = 0; k < 10; ++k) s.out("square"_name, k, w.square(k));
  int sum = 0;
  for (int k = 0; k < 10; ++k) sum += s.in("square"_name, k, mentat::formal<int>);
  std::cout << sum << "\n";

  int delayed = w.locked(s);
  std::string text = w.text(12);
  s.out("active"_name, delayed, text);
  std::cout << s.inp("active"_name, mentat::formal<int>, "12").has_value() << "\n";
  s.out("key"_name, 5);
  std::cout << s.in("active"_name, mentat::formal<int>, "12") << "\n";
  std::cout << text << "\n";

  w.put(s, 6);
  auto [square, written] =
      s.in("from a call"_name, 6, mentat::formal<int>, mentat::formal<std::string>);
  std::cout << square << " " << written << "\n";

  s.out("never"_name, w.fail());
  s.out("after"_name);
  s.in("after"_name);
  std::cout << s.rdp("never"_name, mentat::formal<int>).has_value() << "\n";
  return 0;
}
