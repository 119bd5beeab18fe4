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
#define MARK persistent mentat
// expect: 16:14: error: a mark that a macro makes is not found; write it at the class [E0202]
class [[mentat::regular]] plain {};
// expect: 8:6: error: Mentat class 'made' cannot be defined by a macro; write its definition out [E0202]
// expect: 14:10: error: member function 'first' cannot be declared by a macro; write it out [E0202]
