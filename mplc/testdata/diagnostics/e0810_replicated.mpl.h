#pragma once
#include <mentat/mpl.h>

class [[mentat::replicated]] gate {
 public:
  int pass() const;
  int here() const {
    mentat::guard(count_ > 0);
    return count_;
  }
  void put() {
    ++count_;
  }

 private:
  int count_ = 0;
};
