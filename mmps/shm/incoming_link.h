// The receiving end of a link from one peer: the ring that the peer writes.
//
// A message is copied before it is examined, because the peer can still write to the ring. A
// malformed message, or one that names another source than the peer, closes the link.
// Thread-safety: all functions; one thread handles a message. Ownership: the memory is shared with
// the peer until forget(); a body is valid until the handler returns.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/arrived_blocks.h"
#include "mmps/shm/bell.h"
#include "mmps/shm/block_channel.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/ring.h"
#include "mmps/shm/segment.h"
#include "mmps/shm/spin_lock.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::shm {

class incoming_link {
 public:
  using handler = std::function<void(const message_header&, std::span<const std::byte> body)>;
  // Gets messages with compact headers first; returns false to get this one with its whole header.
  using compact_handler = std::function<bool(const mmps_name& from, const compact_header&,
                                             std::span<const std::byte> body)>;
  enum class block_use : std::uint8_t {
    copies,   // it expects their bytes in the body
    decodes,  // it decodes the message before it returns, and finds them in base::arrived_blocks
    keeps,    // it finds them there and may keep them, so that only shared memory must be there
  };
  struct rules {
    mmps_name self;
    std::size_t largest_body = 0;
    bool may_forward = false;  // the peer may send messages of others under their names
    // What the handler does with the blocks of shared memory that belong into that message.
    std::function<block_use(const message_header&)> use_of_blocks = [](const message_header&) {
      return block_use::copies;
    };
    std::function<void(const std::string&)> warn;
    // This process is at fault, and cannot receive what the peer sends.
    std::function<void(const std::string&)> cut_off = [](const std::string&) {};
    // Whether `messages` messages of the process have been handled here, or never will be.
    std::function<bool(const mmps_name& process, std::uint64_t messages)> has_handled =
        [](const mmps_name&, std::uint64_t) { return true; };
  };

  incoming_link(const mmps_name& peer, segment ring_memory, segment peer_bell, rules chosen,
                block_channel blocks = {});

  [[nodiscard]] const mmps_name& peer() const { return peer_; }
  [[nodiscard]] std::uint32_t core_of_peer() const {  // as doorbell::core
    return bell_.core.load(std::memory_order_relaxed);
  }

  // Handles a few dozen messages at most. True if there were any.
  bool receive(const handler& handle, const compact_handler* compact = nullptr);
  [[nodiscard]] bool has_mail() const {
    return !closed_.load(std::memory_order_relaxed) && !ring_.empty();
  }
  // The number of messages of the peer ever handled here.
  [[nodiscard]] std::uint64_t handled() const { return handled_.load(std::memory_order_acquire); }
  // Holds back further messages until `messages` messages of `process` have been handled here. Only
  // from a handler of this link.
  void wait_for(const mmps_name& process, std::uint64_t messages) {
    awaited_.emplace_back(process, messages);
  }
  // Whether some message has not been received and handled yet. Not from a handler.
  [[nodiscard]] bool has_unhandled() const;

  // The peer has ended, and its messages have been received. Not from a handler.
  void forget();
  [[nodiscard]] bool forgotten() const { return forgotten_.load(std::memory_order_acquire); }

 private:
  struct placed_block {
    std::size_t behind;  // so many bytes of the body
    std::shared_ptr<const std::byte[]> bytes;
    std::size_t size;
  };

  static constexpr std::size_t small = 2048;  // bytes of a message that is copied out whole
  static constexpr std::size_t max_lines = small / ring_memory::line + 2;
  // The copy of a small record of at most `Lines` lines, as it was in the ring. In a record of one
  // line the body is at offset 48.
  template <std::size_t Lines>
  struct alignas(Lines == 1 ? 16 : ring_memory::line) copy {
    std::array<std::byte, Lines * ring_memory::line> bytes;
  };

  bool waits();
  void note_handled() {  // REQUIRES: lock_ is held
    handled_.store(handled_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  bool take_record(const handler& handle, const compact_handler* compact);
  bool take_small(const ring_reader::record& message, const handler& handle);
  template <std::size_t Lines>
  bool take_compact(const ring_reader::record& message, const handler& handle,
                    const compact_handler* compact);
  [[gnu::noinline]] void hand_over_whole(const compact_header& header,
                                         std::span<const std::byte> body, const handler& handle);
  bool take_piece(const ring_reader::record& piece, const handler& handle);
  bool take_block(const ring_reader::record& record, const handler& handle);
  bool hand_over(const handler& handle);
  bool hand_over_blocks(const handler& handle);
  void warn_if_copied(const placed_block& arrived) const;
  [[nodiscard]] bool are_apart() const;
  void fill_in_blocks();
  void reserve(std::size_t size);
  [[nodiscard]] std::size_t arrived() const { return whole_size_ + size_of_blocks_; }
  bool begin_whole(const ring_reader::record& first);
  bool check_header(const message_header& header);
  bool close(const char* why);
  void drop_whole();

  const mmps_name peer_;
  const rules rules_;
  segment memory_, bell_segment_;
  struct ring_memory& ring_memory_;
  doorbell& bell_;

  mutable spin_lock lock_;  // held while a message is handled
  ring_reader ring_;
  message_header header_;               // of the message that is arriving in pieces
  std::unique_ptr<std::byte[]> whole_;  // the pieces of its body so far, without blocks
  std::size_t whole_capacity_ = 0, whole_size_ = 0;
  block_channel channel_;
  std::vector<placed_block> blocks_;  // of that message
  std::size_t size_of_blocks_ = 0;
  bool in_pieces_ = false;
  std::atomic<std::uint64_t> handled_{0};
  std::vector<std::pair<mmps_name, std::uint64_t>> awaited_;
  std::atomic<bool> closed_{false};
  std::atomic<bool> forgotten_{false};
};

}  // namespace mentat::mmps::shm
