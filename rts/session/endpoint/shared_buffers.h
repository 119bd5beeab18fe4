// Large buffers that this process makes are in shared blocks, as long as one of these lives: so
// other processes of the host can read them in place. Thread-safety: all functions.
#pragma once

namespace mentat::node {

class shared_buffers {
 public:
  shared_buffers();
  shared_buffers(const shared_buffers&) = delete;
  shared_buffers& operator=(const shared_buffers&) = delete;
  ~shared_buffers();
};

}  // namespace mentat::node
