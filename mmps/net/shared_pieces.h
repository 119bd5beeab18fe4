// The pieces of buffers that the processes of one host have received from other hosts, in memory
// that these processes share: a piece that one of them has received is copied from here by another,
// instead of crossing the network again.
//
// A cache without locks: a newer piece overwrites the oldest, and a reader checks the size and the
// checksum of its own copy. So neither a process that is killed while it writes nor one that writes
// garbage can do more than make a piece missing. The memory has no name and ends with the last
// process that has it. Processes made by fork() after make() share it. Thread-safety: all
// functions, across processes. Limit: fixed.shared_pieces for each program on a host. Cost: one
// copy to put a piece, one copy and a checksum to find it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "mmps/base/fixed_limits.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class shared_pieces {
 public:
  static constexpr std::size_t capacity = fixed::shared_pieces.value;
  static constexpr std::size_t largest = std::size_t{1} << 20;  // bytes of a piece

  // Null: the system has no such memory.
  static std::shared_ptr<shared_pieces> make();
  shared_pieces(const shared_pieces&) = delete;
  shared_pieces& operator=(const shared_pieces&) = delete;
  ~shared_pieces();

  // A piece is the message `sequence` from `sender` to `receiver`, a process of this host.
  struct key {
    mmps_name sender, receiver;
    std::uint64_t sequence = 0;
  };
  void put(const key& of, std::span<const std::byte> bytes);
  // A copy of the piece. Empty: it is not there, or not of that size and checksum. Throws
  // std::bad_alloc.
  [[nodiscard]] std::optional<mentat_message> find(const key& of, std::size_t size,
                                                   std::uint32_t crc) const;

 private:
  // What is known of a piece; `behind` is the last word to be written, and the first to be erased.
  struct alignas(64) entry {
    std::array<std::atomic<std::uint64_t>, 6> words;
    std::atomic<std::uint64_t> behind;  // the position behind the piece; 0: there is none
  };
  static constexpr std::size_t entries = std::size_t{1} << 16;
  struct content {
    std::atomic<std::uint64_t> end;  // of what was written; positions count on for ever
    std::array<entry, entries> index;
    std::array<std::byte, capacity> bytes;
  };

  explicit shared_pieces(content* at) : content_(at) {}
  [[nodiscard]] entry& place_of(const key& of) const;
  [[nodiscard]] std::uint64_t reserve(std::size_t size);

  content* const content_;
};

}  // namespace mentat::mmps::net
