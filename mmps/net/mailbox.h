// Messages of other processes that have arrived and are not handled yet, in order of arrival.
//
// Invariant: the byte count of a peer covers each of its messages from put() to done(), that is,
// until it has been handled.
// Thread-safety: put(), bytes_of(), empty(), forget() from any thread; take() and done() for one
// thread at a time. Limits: none of its own; put() and done() return a peer's byte count, and the
// owner stops peers with too many. Cost: allocates only to grow.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class mailbox {
 public:
  struct inbound_message {
    mmps_name from;
    mentat_message message;
  };

  // Returns the bytes of that peer that are here now.
  std::size_t put(const mmps_name& from, mentat_message&& message);
  // The oldest inbound_message, valid until the next take(); null: there is none.
  [[nodiscard]] inbound_message* take();
  // The inbound_message has been handled. Returns the remaining bytes of its sender.
  std::size_t done(const inbound_message& handled);
  // The peer's messages have been handled, and it sends no more.
  void forget(const mmps_name& peer);

  [[nodiscard]] bool empty() const { return waiting_.load(std::memory_order_seq_cst) == 0; }
  [[nodiscard]] std::size_t bytes_of(const mmps_name& from) const;

 private:
  mutable std::mutex lock_;
  std::vector<inbound_message> messages_;
  std::map<mmps_name, std::size_t> bytes_;
  std::atomic<std::size_t> waiting_{0};  // messages that were not taken

  std::vector<inbound_message> oldest_;  // of the taking thread; those before `next_` were taken
  std::size_t next_ = 0;
};

}  // namespace mentat::mmps::net
