// Bytes of a message while it is written. The storage is used again by the thread that wrote the
// last one, so a message allocates nothing. Thread-safety: none; may be made on one thread and end
// on another (a fiber that moved).
#pragma once

#include <cstddef>
#include <utility>

#include "mmps/base/byte_buffer.h"

namespace mentat::node {

class message_body {
 public:
  message_body() : bytes_(std::exchange(spare(), {})) { bytes_.clear(); }
  message_body(const message_body&) = delete;
  message_body& operator=(const message_body&) = delete;
  ~message_body() {
    if (bytes_.capacity() <= most_kept) spare() = std::move(bytes_);
  }

  [[nodiscard]] base::byte_buffer& bytes() { return bytes_; }

 private:
  static constexpr std::size_t most_kept = 65536;  // bytes
  // Out of line: read anew by a fiber that has moved to another thread.
  static base::byte_buffer& spare();

  base::byte_buffer bytes_;
};

}  // namespace mentat::node
