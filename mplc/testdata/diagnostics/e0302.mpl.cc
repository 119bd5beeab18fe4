#include <mentat/mpl.h>

mentat class names {
 public:
  const char* first() { return "first"; }
  auto second() -> int* { return nullptr; }
};
