// Orders of other processes to fail a call of an object or a unit that is here (docs/custody.md),
// until no function runs and they are carried out.
//
// Limits: max_orders, each with an error of at most mmps::max_error_bytes; further ones are dropped
// and counted, and their askers give the wait up. Thread-safety: all functions. Errors: none.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/wire/error_value.h"
#include "mmps/wire/mmps_name.h"
#include "mmps/wire/tag.h"

namespace mentat::node {

class withdrawal_queue {
 public:
  static constexpr std::size_t max_orders = fixed::withdrawals.value;

  struct order {
    mmps::mmps_name to;            // the object, or this process: of a regular class
    mmps::tag of;                  // under which the caller waits
    std::vector<std::byte> error;  // with which the call is to fail
  };

  void put(const mmps::mmps_name& to, const mmps::tag& of, std::span<const std::byte> error) {
    const std::lock_guard guard(lock_);
    if (orders_.size() >= max_orders || error.size() > mmps::max_error_bytes) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    orders_.push_back({to, of, {error.begin(), error.end()}});
    pending_.store(true, std::memory_order_seq_cst);
  }

  // Removes and returns all orders. They are pending until note_done().
  std::vector<order> take() {
    const std::lock_guard guard(lock_);
    return std::exchange(orders_, {});
  }
  void note_done() {
    const std::lock_guard guard(lock_);
    pending_.store(!orders_.empty(), std::memory_order_seq_cst);
  }
  [[nodiscard]] bool is_pending() const { return pending_.load(std::memory_order_seq_cst); }

  // Orders dropped since the start.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  std::mutex lock_;
  std::vector<order> orders_;
  std::atomic<bool> pending_{false};
  std::atomic<std::uint64_t> dropped_{0};
};

}  // namespace mentat::node
