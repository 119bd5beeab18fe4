// Reassembles large messages from their pieces.
//
// A body of more than `piece_bytes` is sent as consecutive messages of its link, so that the
// receiver takes in the beginning while the rest is on its way, and neither side holds two copies.
// All pieces but the last have flag::more. The header of the first is that of the message; of the
// others only the body counts.
//
// Invariant: received pieces determine the memory taken, not the peer's announcements: address
// space for at most twice as many bytes or 64 MiB, of which only written pages are occupied.
// Limits: a message of more than mentat_message::max_body is dropped; one incomplete message per
// peer. Ownership: of incomplete messages; a complete one belongs to the caller, which gives its
// memory back. Thread-safety: all functions; pieces of one peer come from one thread at a time, in
// their order. Errors: std::bad_alloc. Cost: one copy of the body. The memory of the last message,
// up to 256 MiB, is kept for the next one, because fresh pages cost more than copying; tidy() frees
// it after a second.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "mmps/base/instant.h"
#include "mmps/net/pages.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class assembly {
 public:
  struct message {
    message_header header;
    pages memory;
    std::size_t size = 0;
    bool too_long = false;

    [[nodiscard]] std::span<const std::byte> body() const { return {memory.data(), size}; }
  };

  // The peer has an incomplete message: all its messages up to the last piece belong to it.
  [[nodiscard]] bool has_incomplete(const mmps_name& from) const {
    return any_incomplete_.load(std::memory_order_acquire) && holds_incomplete(from);
  }
  // Returns the message if this was its last piece; with `too_long` it has no body.
  [[nodiscard]] std::optional<message> add(const mmps_name& from, const mentat_message& piece);
  // The message has been handled.
  void give_back(base::instant now, message&& handled);
  // To be called now and then.
  void tidy(base::instant now);
  // The peer sends nothing more.
  void forget(const mmps_name& from);

 private:
  [[nodiscard]] bool holds_incomplete(const mmps_name& from) const;

  mutable std::mutex lock_;
  std::atomic<bool> any_incomplete_{false};
  std::map<mmps_name, message> incomplete_;
  pages spare_;
  base::instant spare_until_ = base::instant::never();
};

}  // namespace mentat::mmps::net
