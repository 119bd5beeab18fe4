// The error of a run-time system that could not begin.
#pragma once

#include <stdexcept>
#include <string>

namespace mentat {

// status(): the exit status of a program, 2 for a wrong setting, else 125.
class start_error : public std::runtime_error {
 public:
  start_error(int status, const std::string& text) : std::runtime_error(text), status_(status) {}
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

}  // namespace mentat
