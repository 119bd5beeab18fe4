// The sending end of a link to one peer: the ring that the peer reads, and a queue of the messages
// that found no room in it.
//
// The ring keeps the order of sending: once a message waits, all later ones wait behind it.
// Thread-safety: all functions. Ownership: the memory is shared with the peer until forget().
// Cost: that of ring.h, and one locked operation a message.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "mmps/base/function_ref.h"
#include "mmps/shm/bell.h"
#include "mmps/shm/block_channel.h"
#include "mmps/shm/compact_header.h"
#include "mmps/shm/ring.h"
#include "mmps/shm/segment.h"
#include "mmps/shm/shared_blocks.h"
#include "mmps/shm/spin_lock.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::shm {

// How a message is kept that waits for room: one block has the first two parts, and fits into one
// record; `behind`, the other block, may be as long as a body. `done` bytes of the message are out.
struct kept_parts {
  kept_parts(std::size_t done, std::span<const std::byte> whole_head,
             std::span<const std::byte> body);
  std::span<const std::byte> head, beside_head, behind;
};

class outgoing_link {
 public:
  using callbacks = std::vector<std::function<void()>>;

  // `links_that_wait` counts the links that need send_on(). `own_bell`, this process's, wakes a
  // thread to call it. `blocks`: through which the peer gets shared blocks; closed: it gets bytes.
  outgoing_link(const mmps_name& self, const mmps_name& peer, segment ring_memory,
                segment peer_bell, doorbell& own_bell, std::atomic<unsigned>& links_that_wait,
                block_channel blocks = {});

  [[nodiscard]] const mmps_name& peer() const { return peer_; }
  [[nodiscard]] doorbell& bell() { return bell_; }
  [[nodiscard]] bool passes_blocks() const { return passes_blocks_; }

  // The peer has ended, or has closed the link.
  [[nodiscard]] bool gone() const {
    return gone_.load(std::memory_order_relaxed) || ring_memory_.is_closed();
  }

  // The number of messages ever accepted.
  [[nodiscard]] std::uint64_t sent() const { return sent_.load(std::memory_order_acquire); }
  // The bytes of those that are in the ring or were, with heads and padding.
  [[nodiscard]] std::uint64_t bytes() const { return ring_.bytes(); }
  // How many of them the peer has handled; UINT64_MAX once the link is gone.
  [[nodiscard]] std::uint64_t handled() const {
    return gone() ? UINT64_MAX : ring_memory_.handled.load(std::memory_order_acquire);
  }

  // Copies the message. False: the link is gone. `when_out`, if not null, is called once the
  // message is in the ring: by send() itself, or, if it has to wait, by send_on() or forget(),
  // which then own it. send() never calls an earlier message's callback, so its caller may hold
  // locks that callbacks take.
  bool send(const message_header& header, std::span<const std::byte> body,
            std::function<void()>* when_out);
  // The same for a message that can wait until the receiver wakes for something else, or for this
  // once in 64 KiB: it is safe as soon as it is in the ring.
  bool send_patiently(const message_header& header, std::span<const std::byte> body,
                      std::function<void()>* when_out);
  // The same for a body that is the bodies of `blocks`, one behind the other; none is empty. Blocks
  // that have to wait are kept, not copied; those of shared_blocks are passed, not copied, if the
  // peer takes them.
  bool send_blocks(const message_header& header, std::vector<mentat_message>&& blocks,
                   std::function<void()>* when_out);
  // The same for a compact header. REQUIRES: the receiver is an object of the peer, or the peer.
  bool send(const compact_header& header, std::span<const std::byte> body);
  // A hint that such a message with a short body follows within some 50 ns (ring.h).
  void expect_send() const { ring_.expect_put(); }

  // Moves waiting messages into the ring while there is room, and calls the callbacks of those that
  // are in it. True if it did either. REQUIRES: the caller holds no lock that a callback takes.
  bool send_on();
  [[nodiscard]] bool can_send_on() const;
  // True: messages wait for room. If `make` is given, what it returns becomes a `when_out` of the
  // last of them.
  using callback_maker = base::function_ref<std::function<void()>()>;
  bool await_room(const callback_maker* make);

  // The peer has ended. Drops waiting messages, calls their `when_out`, and gives back the memory.
  void forget();

 private:
  // `dropped` takes the blocks that the caller drops after it has unlocked: to free one may take
  // long, or run code of the program.
  struct kept_block {
    mentat_message bytes;
    std::optional<shared_blocks::place> shared{};  // empty: the bytes go into the ring
    block_reference passed{};                      // once it was passed
  };
  using block_list = std::list<kept_block>;
  struct rest {
    block_list blocks;
    std::size_t sent = 0;  // bytes of the first block
    std::function<void()> when_out;
  };

  template <class PutOrKeep>
  bool send_by(std::function<void()>*& when_out, PutOrKeep put_or_keep);
  void send_rest(std::size_t done, std::span<const std::byte> head, std::span<const std::byte> body,
                 std::function<void()>* when_out, block_list& dropped);
  bool put_small(const message_header& header, std::span<const std::byte> body);
  std::size_t put(std::span<const std::byte> head, std::span<const std::byte> body);
  bool put_when_there_is_room(std::span<const std::byte> first, std::span<const std::byte> second,
                              record_kind kind);
  bool put_rest(rest& left, bool patiently, block_list& dropped);
  [[nodiscard]] kept_block kept(mentat_message&& bytes) const;
  bool pass(kept_block& block);
  bool put_piece(std::span<const std::byte> piece, record_kind kind, bool patiently) {
    return ring_.put(piece, {}, kind) || (patiently && put_when_there_is_room(piece, {}, kind));
  }
  void keep(std::list<rest>&& left);
  bool flush(block_list& dropped);
  void drop_what_waits(block_list& dropped);
  callbacks take_callbacks();
  void count() {  // REQUIRES: lock_ is held
    sent_.store(sent_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  const mmps_name self_, peer_;
  segment memory_, bell_segment_;
  struct ring_memory& ring_memory_;
  doorbell &bell_, &own_bell_;
  std::atomic<unsigned>& links_that_wait_;
  const bool passes_blocks_;

  spin_lock lock_;
  ring_writer ring_;
  block_channel blocks_;
  std::atomic<std::uint64_t> sent_{0};
  std::list<rest> waiting_;               // needs no memory while empty
  callbacks out_;                         // of messages that are in the ring
  std::atomic<bool> has_waiting_{false};  // a message or a callback waits
  std::atomic<bool> owes_callbacks_{false};
  std::atomic<bool> gone_{false};
};

}  // namespace mentat::mmps::shm
