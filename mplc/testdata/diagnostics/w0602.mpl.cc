#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  int add(double d) { return total_ += static_cast<int>(d); }
  void serve() {
    mselect {
      (total_ < 5) : maccept add(int n); total_ -= n; break;
      : maccept add(int n); break;
      : maccept add(double d); break;
      (total_ > 5) : maccept add(int n); break;
    };
  }

 private:
  int total_ = 0;
};
// expect: 12:30: warning: an entry above accepts 'add' without a guard; this one is never chosen [W0602]
