#include <mentat/mpl.h>

mentat class worker {
 public:
  int op(int n) { return n; } // as before};
const char* kept = R"(ab)";
// oneint two;
// expect: 5:43: error: a carriage return without a newline: compilers do not agree whether a line ends here; end lines with a newline [E0112]
