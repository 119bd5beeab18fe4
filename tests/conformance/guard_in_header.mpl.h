#pragma once
#include <mentat/mpl.h>
#include <string>

namespace depot {

class [[mentat::persistent]] gate {
 public:
  void open(int level);
  int pass(int least, const std::string& who);
  virtual ~gate() = default;

 protected:
  int level_ = 0;
  std::string last_;
};

class [[mentat::persistent]] narrow_gate : public gate {
 public:
  std::string last();
};

}  // namespace depot
