// The units that this process has executed for their callers and that are over, until the callers
// are told: many in one message `finished`, whose body has the numbers under which the caller
// keeps them (docs/custody.md). Thread-safety: all functions; empty() takes no lock. Limits: a
// message tells of at most `most_at_once`.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mmps/shm/spin_lock.h"
#include "mmps/wire/mmps_name.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

class finished_news {
 public:
  static constexpr std::size_t most_at_once = 64;

  explicit finished_news(outbox& out) : out_(out) {}

  // Any thread. A thread that is no worker tells at once: nobody else may tell soon.
  void add(const mmps::mmps_name& caller, std::uint64_t number);
  void tell();  // all
  [[nodiscard]] bool empty() const { return untold_.load(std::memory_order_relaxed) == 0; }
  void forget(const mmps::mmps_name& caller);  // that has ended

 private:
  struct batch {
    mmps::mmps_name caller;
    std::size_t size = 0;
    std::array<std::uint64_t, most_at_once> numbers;
  };
  void send(const batch& full);  // forgets a caller that has ended

  outbox& out_;
  mmps::shm::spin_lock lock_;
  std::vector<batch> batches_;  // one for each caller that has had a unit executed here
  std::atomic<std::size_t> untold_{0};
};

}  // namespace mentat::node
