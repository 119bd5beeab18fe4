// Blocks that this process has made and does not need any more, for its next ones: their pages are
// there already. Others may still read them; the kernel tells when nobody does, also after
// processes were killed (open_file::has_readers()). REQUIRES: others got only descriptors from
// open_file::open_again(), and no child of fork() has the memory.
//
// Invariant: no buffer of this process is in one of them. Thread-safety: none. Ownership: the
// mappings and the descriptors. Limits: their bytes, set_limit(); beyond that the oldest go.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "mmps/shm/open_file.h"

namespace mentat::mmps::shm {

class released_blocks {
 public:
  struct block {
    std::byte* at = nullptr;
    std::size_t size = 0;
    open_file file{};  // that of its maker, which has_readers() does not count
  };

  void set_limit(std::size_t bytes);
  // False: it does not take it.
  bool add(const block& one) noexcept;
  // One of some more bytes than `size` at most that nobody reads, for writing; its bytes are those
  // that were written last. Empty: there is none.
  std::optional<block> take(std::size_t size);
  // False: there is none.
  bool drop_oldest();
  void drop_all() {
    while (drop_oldest()) continue;
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t count() const { return all_.size(); }

 private:
  std::deque<block> all_;  // the oldest first
  std::size_t bytes_ = 0;
  std::size_t limit_ = 0;
};

}  // namespace mentat::mmps::shm
