#include <mentat/mpl.h>

class [[mentat::regular]] stateless {
 public:
  int add(int n) { return n; }
  int sum() {
    mselect { : maccept add(int n); break; };
    return 1;
  }
};

class [[mentat::persistent]] counter {
 public:
  counter() {
    mselect { : maccept add(int n); break; };
  }
  int add(int n) { return total_ += n; }
  static void twice() {
    mselect { : maccept add(int n); break; };
  }
  void serve() {
    auto accept = [this] {
      mselect { : maccept add(int n); break; };
    };
    accept();
  }

 private:
  int total_ = 0;
};

void free_function() {
  mselect { : maccept add(int n); break; };
}
// expect: 7:5: error: mselect belongs in a member function of a persistent Mentat class; only such an object has calls to accept [E0604]
// expect: 15:5: error: mselect belongs in a member function of a persistent Mentat class; only such an object has calls to accept [E0604]
// expect: 19:5: error: mselect belongs in a member function of a persistent Mentat class; only such an object has calls to accept [E0604]
// expect: 23:7: error: mselect is used in a lambda; only a member function itself can accept calls [E0604]
// expect: 33:3: error: mselect belongs in a member function of a persistent Mentat class; only such an object has calls to accept [E0604]
