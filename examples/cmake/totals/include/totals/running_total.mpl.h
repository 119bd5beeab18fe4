#pragma once
#include <mentat/mpl.h>

/// A sum that outlives the call which adds to it: one call at a time, in the order of calls.
class [[mentat::persistent]] running_total {
 public:
  void add(int number);
  int sum() const;

 private:
  int sum_ = 0;
};
