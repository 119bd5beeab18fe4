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
  mentat class derived : public nested {};
};

class closed {
  mentat class hidden {
   public:
    int op() { return 1; }
  };
};
// expect: 4:16: error: Mentat class 'local' cannot be local to a function; define it at namespace or class scope [E0201]
// expect: 12:16: error: Mentat class 'nested' cannot be nested in a class template; define it outside [E0201]
// expect: 16:16: error: Mentat class 'derived' cannot be nested in a class template; define it outside [E0201]
// expect: 20:16: error: Mentat class 'hidden' cannot be a private part of another class; make it public [E0201]
