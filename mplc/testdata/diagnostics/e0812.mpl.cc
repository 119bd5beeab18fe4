#include <mentat/mpl.h>

class [[mentat::persistent]] selects {
 public:
  void put(int n) { mentat::guard(n > last_); last_ = n; }
  void wait() {
    mselect { : maccept put(int n); break; };
  }

 private:
  int last_ = 0;
};

class [[mentat::persistent]] serves {
 public:
  void put(int n) { last_ = n; }
  void serve() {}

 protected:
  int last_ = 0;
};

class [[mentat::persistent]] derived : public serves {
 public:
  int get() { mentat::guard(last_ > 0); return last_; }
};
// expect: 5:21: error: a class that has mselect or serve() chooses there which calls it accepts; write the condition in front of maccept [E0812]
// expect: 25:15: error: a class that has mselect or serve() chooses there which calls it accepts; write the condition in front of maccept [E0812]
