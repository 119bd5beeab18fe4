#include <mentat/mpl.h>

mentat class maker {
 public:
  auto deduced() { return 1; }
  auto trailing() -> int { return 1; }
  int variadic(int n, ...) { return n; }
  int late(int n);
};

int maker::late(int n = 3) { return n; }

template <class>
mentat class unnamed {
 public:
  int op() { return 1; }
};

int main(int, char**, char**) {}

mentat class wide {
 public:
  int f(int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int);
  int g(int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int, int, int, int, int, int, int, int,
        int);
};
// expect: 5:8: error: the result type of 'maker::deduced' is deduced; write it, callers need it before the body is known [E0313]
// expect: 7:7: error: 'maker::variadic' takes '...'; give a Mentat member function named parameters [E0313]
// expect: 11:21: error: give the default argument in the class, where callers see it [E0313]
// expect: 13:16: error: name this template parameter of a Mentat class; generated text refers to it [E0313]
// expect: 19:29: error: 'main' of a Mentat program takes (int, char**) or nothing; use the environment through getenv [E0313]
// expect: 31:7: error: 'wide::g' has 65 parameters, and a call may have 64; put some of them into a struct [E0313]
