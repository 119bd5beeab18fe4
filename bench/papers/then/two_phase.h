// The two-phase primary copy of Orca's RPC run-time system [DSM92 4] for one object, as two pure
// machines. A write goes to the primary; the first phase updates and locks every copy, the second
// unlocks them, so that no reader sees the new value while another can still see the old one. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace mentat::bench::then {

struct copy_message {
  enum class kind : std::uint8_t { update, updated, unlock, unlocked };
  kind what = kind::update;
  std::uint32_t copy = 0;   // to or from this one
  std::uint64_t write = 0;  // names the operation
};
using copy_outbox = std::vector<copy_message>;

/// One write at a time, in the order in which they come.
class primary_copy {
 public:
  explicit primary_copy(std::vector<std::uint32_t> copies) : copies_(std::move(copies)) {}

  void write(std::uint64_t operation, copy_outbox& out);
  /// True if the present write has ended: its writer may be answered.
  bool receive(const copy_message& received, copy_outbox& out);
  /// May a process read the primary itself? The new value is in it from the first phase on.
  bool is_readable() const { return phase_ != phase::updating; }
  /// The write that is under way, or the last one.
  std::uint64_t present() const { return present_; }
  bool is_idle() const { return phase_ == phase::idle; }
  /// Begins the next write if there is one and none is under way. True if it ended at once.
  bool begin(copy_outbox& out);

 private:
  enum class phase : std::uint8_t { idle, updating, unlocking };

  const std::vector<std::uint32_t> copies_;
  std::deque<std::uint64_t> waiting_;
  phase phase_ = phase::idle;
  std::uint64_t present_ = 0;
  std::size_t unanswered_ = 0;
};

class secondary_copy {
 public:
  void receive(const copy_message& received, copy_outbox& out);
  bool is_readable() const { return !locked_; }
  std::uint64_t last() const { return last_; }

 private:
  bool locked_ = false;
  std::uint64_t last_ = 0;
};

}  // namespace mentat::bench::then
