/// @file
/// The error of a run-time system that could not begin. Part of `<mentat/runtime.h>` and
/// `<mentat/open_run.h>`.
#pragma once

#include <stdexcept>
#include <string>

namespace mentat {

/// The run-time system cannot begin, or cannot run a program here. `what()` says why.
class start_error : public std::runtime_error {
 public:
  /// @cond
  start_error(int status, const std::string& text) : std::runtime_error(text), status_(status) {}
  /// @endcond
  /// The exit status that a Mentat program would have: 2 for a wrong setting, else 125.
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

}  // namespace mentat
