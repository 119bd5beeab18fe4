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
