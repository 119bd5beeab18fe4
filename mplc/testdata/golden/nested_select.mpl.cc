// An mselect in an entry of another, and one in a function that is not called remotely.
#include <mentat/mpl.h>

class [[mentat::persistent]] lock {
 public:
  void lock_shared(int by) { readers_ += by; }
  void unlock_shared() { --readers_; }
  void lock_alone() { alone_ = true; }
  void unlock_alone() { alone_ = false; }
  void serve() {
    for (;;) mselect {
      : maccept lock_shared(int by);
        for (int open = by; open > 0;) {
          mselect {
            (open < by + 9) : maccept lock_shared(int more); open += more; continue;
            : maccept unlock_shared(); --open; break;
          };
        }
        break;
      : maccept lock_alone(); wait_for_unlock(); break;
    }
  }

 private:
  void wait_for_unlock() {
    mselect { : maccept unlock_alone(); break; : melse throw 1; };
  }

  int readers_ = 0;
  bool alone_ = false;
};
