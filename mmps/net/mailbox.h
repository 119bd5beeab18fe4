// What has arrived from other processes and nobody has handled yet, in the order in which it came.
//
// Invariant: the bytes counted of a peer are those of its letters that were put and are not done: a
// letter counts until it has been handled.
// Thread-safety: put(), bytes_of(), empty(), forget() from any thread; take() and done() for one
// thread at a time. Limits: none of its own; put() and done() tell how much of a peer lies here,
// and the owner stops peers of which there is too much. Cost: no allocation, but to grow.
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
  struct letter {
    mmps_name from;
    mentat_message message;
  };

  // The bytes of that peer that lie here now.
  std::size_t put(const mmps_name& from, mentat_message&& message);
  // The oldest one, until the next take(); null: there is none.
  [[nodiscard]] letter* take();
  // It has been handled. The bytes of its sender that are left.
  std::size_t done(const letter& handled);
  // What the peer had sent has been handled, and nothing more comes from it.
  void forget(const mmps_name& peer);

  [[nodiscard]] bool empty() const { return waiting_.load(std::memory_order_seq_cst) == 0; }
  [[nodiscard]] std::size_t bytes_of(const mmps_name& from) const;

 private:
  mutable std::mutex lock_;
  std::vector<letter> letters_;
  std::map<mmps_name, std::size_t> bytes_;
  std::atomic<std::size_t> waiting_{0};  // letters that were not taken

  std::vector<letter> oldest_;  // of who takes; those from `next_` on were not taken
  std::size_t next_ = 0;
};

}  // namespace mentat::mmps::net
