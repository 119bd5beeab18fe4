// A guard whose function another file defines: the class has a place for it.
#pragma once
#include <mentat/mpl.h>

class [[mentat::persistent]] gate {
 public:
  void open() { ++open_; }
  int pass(int needed);

 private:
  int open_ = 0;
};
