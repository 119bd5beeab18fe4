#include <mentat/mpl.h>

mentat class names {
 public:
  const char* first() { return "first"; }
  auto second() -> int* { return nullptr; }
};
// expect: 5:15: error: 'names::first' cannot return a pointer to another object; return the value, a std::vector or a std::optional [E0302]
// expect: 6:8: error: 'names::second' cannot return a pointer to another object; return the value, a std::vector or a std::optional [E0302]
