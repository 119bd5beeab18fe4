#include <mentat/mpl.h>
#include <vector>

mentat class other {
 public:
  int op() { return 1; }
};
mentat class sorter {
 public:
  void sort(std::vector<int>& values) { values.clear(); }
  int ask(other& one, const std::vector<int>& values, std::vector<int>&& moved) { return one.op(); }
};
// expect: 10:31: warning: parameter 'values' of 'sorter::sort' is passed by value: the caller sees no change; return the new value, or take a const reference [W0303]
