#include <mentat/mpl.h>

int free_function(int n) { return n; }

class plain {
 public:
  int inherited(int n) { return n; }
};

class [[mentat::persistent]] counter : public plain {
 public:
  int add(int n) { return total_ += n; }
  static int limit() { return 9; }
  template <class T> T twice(T n) { return n + n; }
  void serve() {
    mselect {
      : maccept hidden(int n); break;
      : maccept inherited(int n); break;
      : maccept limit(); break;
      : maccept twice(int n); break;
      : maccept free_function(int n); break;
      : maccept serve(); break;
      : maccept add(int n); break;
    };
  }

 private:
  int hidden(int n) { return n; }
  int total_ = 0;
};

// expect: 14:24: warning: 'twice' is a template and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 17:17: error: 'hidden' is not a public member function of this class with these parameters [E0601]
// expect: 18:17: error: 'inherited' is not a public member function of this class with these parameters [E0601]
// expect: 19:17: error: 'limit' is not a public member function of this class with these parameters [E0601]
// expect: 20:17: error: 'twice' is not a public member function of this class with these parameters [E0601]
// expect: 21:17: error: 'free_function' is not a public member function of this class with these parameters [E0601]
// expect: 22:17: error: 'serve' is the thread of control of the object and cannot be accepted [E0601]
