#!/bin/bash
# What the compiler says of a translation comes back in the names and at the places of the user's text.
source tests/command/harness.sh
export LC_ALL=C  # quotes are those of ASCII

cat >counter.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

namespace ns {
template <class T>
class [[mentat::persistent]] box {
 public:
  T put(const T& x, int unused) {
    int never;
    return x;
  }
};
class [[mentat::persistent]] counter {
 public:
  counter(int a, int b) : second_(b), first_(a) {}
  int add(int n, const std::string& text) {
    unsigned u = 3;
    if (n < u) first_ += n;
    return first_ + second_;
  }
  std::vector<int> add(double d) { int narrow{static_cast<int>(d)}, more = 1; return {narrow}; }

 private:
  int first_ = 0, second_ = 0;
};
}  // namespace ns

int main(int argc, char**) {
  ns::counter c(1, 2);
  ns::box<std::string> b;
  mentat::create(b);
  int a = c.add(1, "one"), spare;
  unsigned u = 2;
  std::string put = b.put("a", 2);
  std::printf("%d %s %zu\n", a < u, put.c_str(), c.add(2.5).size());
}
END
expect 0 "$mentat" c++ -c -Wall -Wextra counter.mpl.cc
complains "counter.mpl.cc: In constructor 'ns::counter::counter(int, int)':"
complains "counter.mpl.cc: In member function 'int ns::counter::add(int, const std::string&)':"
complains "counter.mpl.cc:21:11: warning: comparison"
complains "counter.mpl.cc:19:37: warning: unused parameter 'text'"
complains "counter.mpl.cc: In member function 'std::vector<int> ns::counter::add(double)':"
complains "counter.mpl.cc:24:69: warning: unused variable 'more'"
complains "counter.mpl.cc: In function 'int main(int, char**)':"
complains "counter.mpl.cc:35:28: warning: unused variable 'spare'"
complains "counter.mpl.cc:38:32: warning: comparison"
complains "In instantiation of 'T ns::box<T>::put(const T&, int) [with T = std::__cxx11::basic_string<char>]':"
complains "counter.mpl.cc:12:9: warning: unused variable 'never'"
complains "counter.mpl.cc:33:24:   required from here"
expect 1 grep '_impl__\|_body__\|mentat::\|mentat_\|_tag__' "$TEST_TMPDIR/err"

# An error that only the compiler of the translation finds, in color.
cat >wrong.mpl.cc <<'END'
#include <mentat/mpl.h>

class [[mentat::regular]] worker {
 public:
  int f(int n) { static_assert(__GNUC__ < 9, "old compilers only"); return n; }
};
int main() { return 0; }
END
expect 1 "$mentat" c++ -c -fdiagnostics-color=always wrong.mpl.cc
complains $'\033[01m\033[Kint worker::f(int)\033[m\033[K'
complains $'\033[01m\033[Kwrong.mpl.cc:5:41:\033[m\033[K'
complains "old compilers only"
expect 1 "$mentat" c++ -c wrong.mpl.cc
complains "wrong.mpl.cc: In member function 'int worker::f(int)':"
complains "wrong.mpl.cc:5:41: error: static assertion failed: old compilers only"

# Text that is written by hand has the limit of a tuple's fields from the compiler; E0803 is the translator's.
cat >fields.cc <<'END'
#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

void use(const mentat::space& s) {
  s.out(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
  s.rdp(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
  s.in("a", mentat::formal<const int>);
  s.in_for(3, "a");
}
END
expect 1 "$mentat" c++ -std=c++20 -c fields.cc
complains "error: static assertion failed: a tuple has at most 16 fields"
complains "fields.cc:6:8:   required from here"
complains "fields.cc:7:8:   required from here"
complains "error: static assertion failed: the type of a mentat::formal is that of a value: neither const nor a reference"
complains "error: static assertion failed: a time is a std::chrono::duration, such as std::chrono::seconds(1)"

# With every set of warnings: there are none about text that the translation adds.
cat >strict.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <chrono>
#include <string>
#include <utility>

struct flags {
  int all = 0;
  unsigned low : 3 = 0;
  int high : 5 = 0;
};
template <class T>
class [[mentat::persistent]] box {
 public:
  T same(T value) { return value; }
};
class [[mentat::persistent]] counter {
 public:
  explicit counter(int n = 0) : n_(n) {}
  int add(int n) { return n_ += n; }
  std::string name(std::string text, const flags& of) { return of.all > 0 ? text : "none"; }

 private:
  void serve() {
    for (;;) {
      mselect {
        : maccept add(int n);
          n_ -= n;
          break;
        : mafter(std::chrono::seconds(9))
          break;
      };
    }
  }
  int n_ = 0;
};

int main(int argc, char**) {
  counter c;
  mentat::create(c);
  box<int> b;
  mentat::create(b);
  return c.add(b.same(argc)) + static_cast<int>(c.name("text", flags()).size());
}
END
expect 0 "$mentat" c++ -c -Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
  -Wmissing-declarations -Wredundant-decls -Wswitch-default -Wswitch-enum -Wold-style-cast -Wuseless-cast -Wundef \
  -Wcast-qual -Wcast-align -Weffc++ -Wzero-as-null-pointer-constant -Wextra-semi -Wsuggest-override \
  -Wnon-virtual-dtor -Woverloaded-virtual -Wredundant-tags -Wmismatched-tags strict.mpl.cc
quiet

finish
