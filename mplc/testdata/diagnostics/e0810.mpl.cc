#include <mentat/mpl.h>

class [[mentat::persistent]] gate {
 public:
  gate() { mentat::guard(true); }
  void first() {
    ++count_;
    mentat::guard(count_ > 0);
  }
  void twice() {
    mentat::guard(count_ > 0);
    mentat::guard(count_ < 9);
  }
  void inner() {
    auto late = [this] { mentat::guard(count_ > 0); };
    late();
  }
  void nested() {
    if (count_ > 0) mentat::guard(count_ > 1);
  }
#define OPEN mentat::guard(count_ > 0)
  void made() { OPEN; }
  void good() { mentat::guard(count_ > 0); }

 private:
  void hidden() { mentat::guard(count_ > 0); }
  int count_ = 0;
};

class [[mentat::regular]] plain {
 public:
  void go() { mentat::guard(true); }
};

void free_function() { mentat::guard(true); }
// expect: 5:12: error: a guard belongs in a public member function of a persistent Mentat class; only there are calls to accept [E0810]
// expect: 8:5: error: a guard is the first statement of its member function; join several conditions with && [E0810]
// expect: 12:5: error: a guard is the first statement of its member function; join several conditions with && [E0810]
// expect: 15:26: error: a guard is the first statement of its member function; join several conditions with && [E0810]
// expect: 19:21: error: a guard is the first statement of its member function; join several conditions with && [E0810]
// expect: 22:17: error: a guard cannot be made by a macro; write 'mentat::guard(...)' out [E0810]
// expect: 26:19: error: a guard belongs in a public member function of a persistent Mentat class; only there are calls to accept [E0810]
// expect: 32:15: error: a guard belongs in a public member function of a persistent Mentat class; only there are calls to accept [E0810]
// expect: 35:24: error: a guard belongs in a public member function of a persistent Mentat class; only there are calls to accept [E0810]
