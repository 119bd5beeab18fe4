// Blocks of memory that processes of a host share without a copy: each is a memfd. The maker writes
// the bytes once, before another process gets the descriptor; that process can map them only for
// reading. The kernel counts the holders of a block and frees it with the last one, also when
// processes are killed. The size is sealed, so that no access to a block can fail.
//
// Each block takes a descriptor of a process, and counts as memory of each process that has it.
// Beyond most() blocks or the limit of memory, and wherever the system refuses a block, callers
// copy bytes instead. Thread-safety: all functions. Cost: some 10 us for each block, and its page
// faults, unless it is one that nobody has any more (released_blocks.h).
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "mmps/base/fixed_limits.h"
#include "mmps/shm/open_file.h"
#include "mmps/shm/released_blocks.h"

namespace mentat::mmps::shm {

class shared_blocks {
 public:
  // In bytes; below that a copy costs less.
  static constexpr std::size_t least = std::size_t{256} << 10;

  // Those of this process. They live until it ends.
  static shared_blocks& here();

  // A new block for its maker to write, all zero if `zeroed`. Null: none can be made.
  std::shared_ptr<std::byte[]> make(std::size_t size, bool zeroed = true);
  // Its maker has written it; from now on nobody can. Does nothing for other memory.
  void seal(const std::byte* block);

  // Makes a block with a copy of these bytes, which never change, unless there is one. The bytes
  // then count as a block themselves, until they end. False: none can be made.
  bool copy(const std::byte* bytes, std::size_t size);
  // That memory ends, and with it the copies of its bytes.
  void forget(const std::byte* memory, std::size_t size) noexcept;

  // The block that has these bytes, and where they are in it. The descriptor is valid as long as
  // the bytes. Empty: no block has them.
  struct place {
    open_file file;
    std::uint64_t offset = 0;
  };
  [[nodiscard]] std::optional<place> find(const std::byte* bytes, std::size_t size) const;
  // The same, for another process: its descriptor can be passed.
  std::optional<place> lend(const std::byte* bytes, std::size_t size);

  // Takes over the descriptor of a peer's block, and returns `size` of its bytes from `offset` on:
  // shared, or beyond the limits a copy. Null: the peer is at fault, because it is no sealed memfd,
  // or too short. Throws std::bad_alloc.
  std::shared_ptr<const std::byte[]> open(int descriptor, std::uint64_t offset, std::size_t size);

  // Whether the address is in a block that is mapped here and can only be read. May be called in a
  // signal handler.
  [[nodiscard]] bool is_read_only(const void* address) const noexcept;

  [[nodiscard]] std::size_t count() const;  // of the blocks here that are used
  static std::size_t most();
  // Of the bytes of all blocks here and of the pool of small blocks; the default is no limit.
  void set_limit(std::size_t bytes);
  // Of the bytes of blocks that are kept for the next ones; the default is none.
  void set_kept(std::size_t bytes);
  // The key of the limit because of which there can be no block of that size now; empty: none.
  [[nodiscard]] std::string_view limit_reached(std::size_t size) const;

 private:
  struct block {
    open_file file;
    std::size_t size = 0;
    bool is_mapped = false;  // false: the address is that of the memory it was copied from
    bool is_written = false;
    bool is_reusable = false;  // it was made here, and who else has it can be told
    open_file lent{};          // if it is reusable: the one that is passed on
    std::weak_ptr<std::byte[]> mapping{};
  };
  using file_id = std::pair<dev_t, ino_t>;
  // Changed with the lock, but read without it.
  struct address_range {
    std::atomic<std::uintptr_t> first{0}, behind{0};
  };

  shared_blocks();
  bool make_room_for(std::size_t size);
  std::shared_ptr<std::byte[]> make_again(std::size_t size);
  std::shared_ptr<std::byte[]> keep(std::byte* at, const block& described);
  [[nodiscard]] std::shared_ptr<std::byte[]> mapped_already(const open_file& file) const;
  std::shared_ptr<std::byte[]> map(int descriptor, std::size_t size);
  std::shared_ptr<std::byte[]> copy_out(int descriptor, std::uint64_t offset, std::size_t size);
  void note_read_only(const std::byte* at, std::size_t size) noexcept;
  void remove(const std::byte* at) noexcept;
  void end(const std::byte* at, const block& ended) noexcept;
  void begin_fork();
  void begin_child();

  mutable std::recursive_mutex lock_;            // recursive: remove() when there is no memory
  std::map<const std::byte*, block> blocks_;     // by their first byte
  std::map<file_id, const std::byte*> by_file_;  // those that are mapped
  std::array<address_range, fixed::shared_blocks.value> read_only_;
  std::size_t bytes_ = 0;  // of all blocks
  std::size_t limit_ = SIZE_MAX;
  released_blocks released_;  // not among the others
};

}  // namespace mentat::mmps::shm
