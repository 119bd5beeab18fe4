// What a process prints to its standard output on another host than the driver's. It is kept, until
// the process takes it to send it to the driver, which prints it: the process does so before it
// sends anything to anybody.
//
// Owns descriptor 1 from its construction on: a file in memory. Thread-safety: take() from any
// thread. Errors: std::system_error when there is no memory for it. Cost: a system call for each
// take(); nothing is in memory but what was not taken yet.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace mentat::node {

class forwarded_output {
 public:
  forwarded_output();

  // What was printed since the last time, at most `most` bytes; what stdio has buffered is part of
  // it. Empty: nothing is left.
  static constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<std::byte> take();

 private:
  std::mutex lock_;
  std::size_t taken_ = 0;
};

}  // namespace mentat::node
