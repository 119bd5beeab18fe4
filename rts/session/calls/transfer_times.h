// When the large calls that are on their way to other hosts were sent, so that their answers tell
// how long the transfer took. Thread-safety: all functions. Limits: `most` calls; further ones are
// not measured. Cost: a load while there are none.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"

namespace mentat::node {

class transfer_times {
 public:
  static constexpr std::size_t most = 4'096;
  struct measured {
    std::size_t bytes;
    base::duration took;  // since begin()
  };

  explicit transfer_times(const base::clock& clock) : clock_(clock) {}

  // `call`: the number of its tag.
  void begin(std::uint64_t call, std::size_t bytes) {
    std::lock_guard guard(lock_);
    if (under_way_.size() == most) return;
    under_way_[call] = {bytes, clock_.now()};
    count_.store(under_way_.size(), std::memory_order_release);
  }
  // Empty: it was not measured.
  std::optional<measured> end(std::uint64_t call) {
    if (count_.load(std::memory_order_acquire) == 0) [[likely]]
      return std::nullopt;
    std::lock_guard guard(lock_);
    const auto sent = under_way_.extract(call);
    count_.store(under_way_.size(), std::memory_order_release);
    if (sent.empty()) return std::nullopt;
    return measured{sent.mapped().bytes, clock_.now() - sent.mapped().at};
  }

 private:
  struct transfer {
    std::size_t bytes;
    base::instant at;
  };

  const base::clock& clock_;
  std::mutex lock_;
  std::map<std::uint64_t, transfer> under_way_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace mentat::node
