// While it lives, large buffers that this thread writes among the bytes `from` are not copied
// there, but put into `to`. For values that stay where they are. Thread-safety: a thread has its
// own.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "mmps/base/byte_buffer.h"
#include "rts/api/borrowed_bytes.h"

namespace mentat {

class buffers_leaving {
 public:
  buffers_leaving(const base::byte_buffer& from, std::vector<borrowed_bytes>& to)
      : from_(from), to_(to), before_(std::exchange(current_, this)) {}
  buffers_leaving(const buffers_leaving&) = delete;
  buffers_leaving& operator=(const buffers_leaving&) = delete;
  ~buffers_leaving() { current_ = before_; }

  // Where a buffer that is written there goes. Null: its bytes are to be copied.
  static std::vector<borrowed_bytes>* from(const base::byte_buffer& there) {
    return current_ && &current_->from_ == &there ? &current_->to_ : nullptr;
  }

 private:
  static inline thread_local buffers_leaving* current_ = nullptr;
  const base::byte_buffer& from_;
  std::vector<borrowed_bytes>& to_;
  buffers_leaving* const before_;
};

}  // namespace mentat
