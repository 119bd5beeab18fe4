// flags: -Welision
#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  int get() { return total_; }
  void serve() {
    for (;;) {
      mselect {
        : maccept add(int n);
          total_ *= n;
        (total_ > 1) : maccept get();
        (total_ > 2) : maccept get(); if (total_ > 3) break;
        (total_ > 3) : maccept get(); if (total_ > 3) break; else { continue; }
        (total_ > 4) : maccept get(); { throw 1; }
        (total_ > 5) : maccept get(); for (;;) ++total_;
        : melse ++total_;
      };
    }
  }

 private:
  int total_ = 0;
};
// expect: 10:7: warning: mselect has no sequential elision; an ordinary compiler does not know it [W0702]
// expect: 12:23: warning: the entry ends without 'break', 'continue' or 'return'; the mselect is left here [W0603]
// expect: 13:38: warning: the entry ends without 'break', 'continue' or 'return'; the mselect is left here [W0603]
// expect: 14:61: warning: the entry ends without 'break', 'continue' or 'return'; the mselect is left here [W0603]
// expect: 18:26: warning: the entry ends without 'break', 'continue' or 'return'; the mselect is left here [W0603]
