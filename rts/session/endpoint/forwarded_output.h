// Collects the standard output of a process on another host than the driver's, until the process
// takes it and sends it to the driver, which prints it. The process does so before it sends any
// other message.
//
// Owns descriptor 1, a memory file, from its construction on. Thread-safety: take() from any
// thread. Errors: std::system_error when there is no memory for it. Cost: a system call for each
// take(); only output not yet taken uses memory.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace mentat::node {

class forwarded_output {
 public:
  forwarded_output();

  // The output since the last take(), including the buffers of stdio; at most `most` bytes. Empty:
  // nothing is left.
  static constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<std::byte> take();

 private:
  std::mutex lock_;
  std::size_t taken_ = 0;
};

}  // namespace mentat::node
