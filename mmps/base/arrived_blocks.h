// The large values of a message that a thread decodes, which are not among its bytes: they are in
// blocks of memory that the decoded values may share. The receiver of the message sets them for the
// time of decoding. Thread-safety: a thread has its own.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace mentat::base {

struct arrived_block {
  const std::byte* at;  // the bytes of the message behind which the value belongs
  std::shared_ptr<const std::byte[]> bytes;
  std::size_t size;
};

class arrived_blocks {
 public:
  explicit arrived_blocks(std::span<const arrived_block> all)
      : before_(std::exchange(current_, all)) {}
  arrived_blocks(const arrived_blocks&) = delete;
  arrived_blocks& operator=(const arrived_blocks&) = delete;
  ~arrived_blocks() { current_ = before_; }

  // The block that belongs there; null: none.
  static const arrived_block* find(const std::byte* there) {
    for (const arrived_block& one : current_)
      if (one.at == there) return &one;
    return nullptr;
  }

 private:
  static inline thread_local std::span<const arrived_block> current_;
  const std::span<const arrived_block> before_;
};

}  // namespace mentat::base
