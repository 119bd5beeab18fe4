#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  void serve() {
    mselect { };
    if (total_ > 0)
      mselect {
        // : maccept add(int n); break;
      };
  }

 private:
  int total_ = 0;
};
// expect: 7:5: error: mselect without an entry; it would wait forever [E0105]
// expect: 9:7: error: mselect without an entry; it would wait forever [E0105]
