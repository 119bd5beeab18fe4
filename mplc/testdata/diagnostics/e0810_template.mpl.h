#pragma once
#include <mentat/mpl.h>

template <class Value>
class [[mentat::persistent]] boxed {
 public:
  void put(Value value);
  Value take() {
    mentat::guard(count_ > 0);
    --count_;
    return value_;
  }

 private:
  Value value_{};
  int count_ = 0;
};
