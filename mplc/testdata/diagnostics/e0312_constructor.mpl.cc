// A constructor may take what cannot be sent; a member function may not, whoever was asked before.
#include <mentat/mpl.h>

struct text {
  const char* begin;
};

class [[mentat::persistent]] page {
 public:
  page(const text& from, int) { static_cast<void>(from); }
  page(text from, text) { static_cast<void>(from); }
  page(int) {}
  int number() { return 1; }
};

class [[mentat::persistent]] printer {
 public:
  int print(text t) { return t.begin[0]; }
};
// expect: 18:18: error: parameter 't' of 'printer::print' cannot be sent: t.begin has type const char *; a pointer means nothing to another object [E0312]
