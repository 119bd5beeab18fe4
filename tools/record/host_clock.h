// How the steady clock of another host goes by that of this one. Each answer of its clock lies
// between the question and the answer here, so it bounds the difference of the two clocks from both
// sides. Two clocks drift apart by `most_drift` at most, so each bound holds, widened, at other
// times, too; what all answers allow is the result. Pure; a value.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace mentat::command {

class host_clock {
 public:
  static constexpr double most_drift = 200e-6;

  /// In ns. Answers that cannot be are left out.
  void add(std::uint64_t asked, std::uint64_t told, std::uint64_t heard);
  /// After all add(), and again after all at_least() and at_most().
  void finish();
  /// Of messages: what happened at that time there was not before, or not after, that time here.
  /// REQUIRES: is_known().
  void at_least(std::int64_t there, std::int64_t here) { bound(there, here - there, true); }
  void at_most(std::int64_t there, std::int64_t here) { bound(there, here - there, false); }

  /// Whether anything is known. REQUIRES for the rest: it is, and finish() was called.
  [[nodiscard]] bool is_known() const { return !answers_.empty(); }
  /// The time here, of that time there.
  [[nodiscard]] std::int64_t here_of(std::int64_t there) const;
  /// How far here_of() may be off, one way or the other, at any time from `from` to `to` there.
  [[nodiscard]] std::int64_t uncertainty(std::int64_t from, std::int64_t to) const;

 private:
  // The difference lies between `low` and `high` at that time.
  struct answer {
    std::int64_t there = 0;
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    [[nodiscard]] double middle() const { return (low + high) / 2; }
    [[nodiscard]] double half() const { return (high > low ? high - low : low - high) / 2; }
  };

  void bound(std::int64_t there, std::int64_t difference, bool is_low);

  std::vector<answer> answers_;  // in the order of time there
  // Of messages, by the millisecond: the one that says most.
  std::map<std::int64_t, answer> lows_, highs_;
};

}  // namespace mentat::command
