// Large messages that come in pieces, put together again.
//
// A body of more than `piece_bytes` is sent as several messages, one after the other on its link:
// so it is on its way while its beginning is taken in, and nobody holds two copies of it. All but
// the last have flag::more. The first one's header is that of the message, of the others only the
// body counts.
//
// Invariant: memory is taken for what has come, not for what somebody says will come: address space
// for at most twice as much or 64 MiB, and only what was written is occupied. Limits: a message of
// more than mentat_message::max_body is dropped; one begun message of each peer. Ownership: of what
// has begun; a whole message is the caller's, who gives its memory back. Thread-safety: all
// functions; pieces of one peer come from one thread at a time, in their order. Errors:
// std::bad_alloc. Cost: one copy of the body. The memory of the last message, of up to 256 MiB, is
// kept for the next one, because fresh pages cost more than copying; for a second, and then it is
// given back by tidy().
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

  // Something of that peer has begun: all that comes from it belongs to it, up to the last piece.
  [[nodiscard]] bool has_begun(const mmps_name& from) const {
    return any_begun_.load(std::memory_order_acquire) && has_begun_here(from);
  }
  // The message of which this was the last piece, if it was; `too_long`: there is no body.
  [[nodiscard]] std::optional<message> add(const mmps_name& from, const mentat_message& piece);
  // The message has been handled.
  void give_back(base::instant now, message&& handled);
  // To be called now and then.
  void tidy(base::instant now);
  // Nothing more comes from it.
  void forget(const mmps_name& from);

 private:
  [[nodiscard]] bool has_begun_here(const mmps_name& from) const;

  mutable std::mutex lock_;
  std::atomic<bool> any_begun_{false};
  std::map<mmps_name, message> begun_;
  pages spare_;
  base::instant spare_until_ = base::instant::never();
};

}  // namespace mentat::mmps::net
