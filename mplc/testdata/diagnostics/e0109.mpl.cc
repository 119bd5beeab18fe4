#include <mentat/mpl.h>

persistent mentat class buffer {
 public:
  void put(int n) { last_ = n; }
  void serve() {
    mselect {
      (last_ > 0) : maccept put(int n);
        break;
    };
  }

 private:
  int last_ = 0;
};
// expect: 7:5: error: mselect is not supported yet; let the default loop accept every public member function [E0109]
