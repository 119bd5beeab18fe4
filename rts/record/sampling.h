// Which calls of a function are recorded at level `auto`, so that records cost little of the time
// between two of them. A value of one worker. Pure.
#pragma once

#include <cstdint>
#include <utility>

namespace mentat::record {

class sampling {
 public:
  static constexpr std::uint32_t window = 256;  // recorded calls after which it is chosen anew
  static constexpr std::uint8_t of_frequent = 15, of_very_frequent = 63;  // left out after each

  // Whether the next call is recorded. The caller says so of each call.
  [[nodiscard]] bool takes_next() {
    if (left_ == 0) [[unlikely]] {
      left_ = skipped_;
      return true;
    }
    --left_;
    return false;
  }
  // A call that is recorded begins then. `rare`: calls that come so seldom are all recorded.
  void note(std::uint64_t begin, std::uint64_t rare) {
    if (first_ == 0) first_ = last_ = begin;
    const std::uint64_t since_last = begin - std::exchange(last_, begin);
    // The function comes less often now, perhaps: its next calls tell.
    if (skipped_ != 0 && since_last / (skipped_ + 1u) / much >= rare)
      begin_window(0, begin);
    else if (++calls_ >= window)
      begin_window(skipped_by((begin - first_) / (calls_ * (skipped_ + 1u)), rare), begin);
  }
  [[nodiscard]] bool records_all() const { return skipped_ == 0; }

 private:
  static constexpr std::uint64_t much = 32;       // times `rare`
  static constexpr std::uint64_t very_often = 8;  // times in `rare`

  static std::uint8_t skipped_by(std::uint64_t between, std::uint64_t rare) {
    if (between >= rare) return 0;
    return between >= rare / very_often ? of_frequent : of_very_frequent;
  }
  void begin_window(std::uint8_t skipped, std::uint64_t begin) {
    skipped_ = left_ = skipped;
    calls_ = 0;
    first_ = begin;
  }

  std::uint64_t first_ = 0, last_ = 0;  // begins of recorded calls, in this window
  std::uint32_t calls_ = 0;
  std::uint8_t skipped_ = 0, left_ = 0;
};

}  // namespace mentat::record
