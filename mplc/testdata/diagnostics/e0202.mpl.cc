#include <mentat/mpl.h>

#define MAKE(name) \
  mentat class name { \
   public: \
    int op() { return 1; } \
  };
MAKE(made)

#define GETTER(name) int name() { return 1; }

mentat class partly {
 public:
  GETTER(first)
};
