// The large values of a message that a thread decodes, which are not among its bytes: they are in
// blocks of memory that the decoded values may share. The receiver of the message sets them for the
// time of decoding. One that keeps the message keeps them with it (in()), and sets them anew.
// Thread-safety: a thread has its own, so the code that decodes must not change its fiber.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/blocks_apart.h"

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
  // Those of a message that was kept, whose bytes are `of` now.
  arrived_blocks(std::span<const std::byte> of, const blocks_apart& kept)
      : own_(placed(of, kept)), before_(std::exchange(current_, own_)) {}
  arrived_blocks(const arrived_blocks&) = delete;
  arrived_blocks& operator=(const arrived_blocks&) = delete;
  ~arrived_blocks() { current_ = before_; }

  // The block that belongs there; null: none.
  static const arrived_block* find(const std::byte* there) {
    for (const arrived_block& one : current_)
      if (one.at == there) return &one;
    return nullptr;
  }

  // Those that belong among these bytes, or behind them.
  static blocks_apart in(std::span<const std::byte> bytes) {
    blocks_apart found;
    const auto is_before = std::less<>();
    for (const arrived_block& one : current_)
      if (!is_before(one.at, bytes.data()) && !is_before(bytes.data() + bytes.size(), one.at))
        found.push_back({static_cast<std::size_t>(one.at - bytes.data()), one.bytes, one.size});
    return found;
  }

 private:
  static std::vector<arrived_block> placed(std::span<const std::byte> of,
                                           const blocks_apart& kept) {
    std::vector<arrived_block> all;
    all.reserve(kept.size());
    for (const block_apart& one : kept) all.push_back({of.data() + one.at, one.bytes, one.size});
    return all;
  }

  static inline thread_local std::span<const arrived_block> current_;
  const std::vector<arrived_block> own_;
  const std::span<const arrived_block> before_;
};

}  // namespace mentat::base
