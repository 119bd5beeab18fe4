#include <mentat/mpl.h>

void f() {
  mentat class local {
   public:
    int op() { return 1; }
  };
}

template <class T>
struct outer {
  mentat class nested {
   public:
    int op() { return 1; }
  };
};

class closed {
  mentat class hidden {
   public:
    int op() { return 1; }
  };
};
