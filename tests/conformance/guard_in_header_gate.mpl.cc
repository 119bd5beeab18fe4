#include "guard_in_header.mpl.h"

namespace depot {

void gate::open(int level) { level_ = level; }

int gate::pass(int needed, const std::string& name) {
  mentat::guard(level_ >= needed && !name.empty());
  last_ = name;
  return level_;
}

std::string narrow_gate::last() {
  mentat::guard(!last_.empty());
  return last_;
}

}  // namespace depot
