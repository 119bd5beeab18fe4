#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  int reset() { return total_ = 0; }
  void serve() {
    mselect {
      : maccept nothing_like_it(int n); break;
      : maccept resett(); break;
      : maccept add(int n); break;
    };
  }

 private:
  int total_ = 0;
};
// expect: 9:17: error: 'nothing_like_it' is not a public member function of this class [E0601]
// expect: 10:17: error: 'resett' is not a public member function of this class; did you mean 'reset'? [E0601]
