// The output of a branch of a program, as lines. Owns the reading end of its pipe. Thread-safety:
// none. Limits: a line of `longest` bytes; longer lines are cut into several.
#pragma once

#include <string>
#include <vector>

#include "daemons/host/programs/executables.h"

namespace mentat::host {

class branch_output {
 public:
  static constexpr std::size_t longest = 1000;

  branch_output(descriptor pipe, std::string before);  // `before`: prefix of each line
  [[nodiscard]] int descriptor_number() const { return pipe_.get(); }
  // The output that has arrived; does not wait. After the end the descriptor is -1.
  [[nodiscard]] std::vector<std::string> read_lines();

 private:
  descriptor pipe_;
  std::string before_, unfinished_;
};

}  // namespace mentat::host
