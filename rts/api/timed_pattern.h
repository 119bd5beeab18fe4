// A pattern that waits, as an argument of a call: for a limited time if it has one. The object that
// tests the guard of the call notes there that it waits. Thread-safety: none; the fiber that runs
// the object uses it. Ownership: cancels its alarm.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "rts/core/activation.h"
#include "rts/core/alarm.h"
#include "rts/core/run_time_system.h"
#include "rts/space/encoded_tuple.h"
#include "rts/space/space_board.h"

namespace mentat::space_detail {

class timed_pattern {
 public:
  timed_pattern() = default;
  explicit timed_pattern(encoded_tuple wanted, std::int64_t nanoseconds = for_ever)
      : pattern(std::move(wanted)), longest_(nanoseconds) {}
  timed_pattern(const timed_pattern& other) : timed_pattern(other.pattern, other.longest_) {}
  timed_pattern(timed_pattern&&) noexcept = default;
  timed_pattern& operator=(const timed_pattern&) = delete;
  timed_pattern& operator=(timed_pattern&&) noexcept = default;
  ~timed_pattern() = default;

  encoded_tuple pattern;

  // In a guard that does not hold otherwise: whether the time is over. It begins with the first
  // test.
  [[nodiscard]] bool is_over(const space_board& on, const char* operation) const {
    if (longest_ <= 0) return true;
    if (!waits_) waits_ = std::make_unique<wait>(on, pattern, operation, longest_);
    return waits_->ends && waits_->ends->rung.load();
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(pattern, longest_);
  }

  static constexpr std::int64_t for_ever = INT64_MAX;

 private:
  struct wait {
    wait(const space_board& on, const encoded_tuple& pattern, const char* operation,
         std::int64_t longest)
        : listed(on, pattern, operation, end_of(longest)), runs_on(current_activation->runtime) {
      if (longest == for_ever) return;
      ends.emplace(*current_activation->object);
      runs_on->set_alarm(*ends, longest);
    }
    wait(const wait&) = delete;
    wait& operator=(const wait&) = delete;
    ~wait() {
      if (ends) runs_on->cancel_alarm(*ends);
    }

    // Of the clock of the run-time system; 0: it has none, or the wait does not end.
    static std::int64_t end_of(std::int64_t longest) {
      const std::int64_t now = current_activation->runtime->now_ns();
      std::int64_t end = 0;
      if (now == 0 || longest == for_ever || __builtin_add_overflow(now, longest, &end)) return 0;
      return end;
    }

    space_board::waiting listed;
    run_time_system* const runs_on;
    std::optional<alarm> ends;
  };

  std::int64_t longest_ = for_ever;
  mutable std::unique_ptr<wait> waits_;
};

}  // namespace mentat::space_detail
