#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  void serve() {
    mselect { : maccept add; break; };
    mselect {
      (total_ > 0) : maccept counter::add(int n); break;
      : maccept add(int n) break;
    };
    mselect { ++total_; : maccept add(int n); break; };
    mselect { maccept add(int n); break; };
    mselect { (total_ > 0) : accept add(int n); break; };
    mselect { : add(int n); break; };
    mselect { : maccept add(int n); break; : mafter() break; };
  }

 private:
  int total_ = 0;
};
// expect: 7:17: error: expected 'maccept member(parameters);' [E0106]
// expect: 9:22: error: expected 'maccept member(parameters);' [E0106]
// expect: 10:9: error: expected 'maccept member(parameters);' [E0106]
// expect: 12:15: error: expected 'maccept member(parameters)' before the first statement [E0106]
// expect: 13:15: error: expected a guard and ':' in front of 'maccept' [E0106]
// expect: 14:30: error: expected 'maccept member(parameters)' [E0106]
// expect: 15:17: error: expected 'maccept member(parameters)' [E0106]
// expect: 16:46: error: expected 'mafter(duration)' [E0106]
