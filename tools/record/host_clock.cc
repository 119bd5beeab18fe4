#include "tools/record/host_clock.h"

#include <algorithm>
#include <cstdlib>

namespace mentat::command {

void host_clock::add(std::uint64_t asked, std::uint64_t told, std::uint64_t heard) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62;  // differences are numbers, too
  constexpr std::size_t most_answers = 1'000'000;
  if (asked > heard || heard >= most || told >= most || answers_.size() >= most_answers) return;
  const auto there = static_cast<std::int64_t>(told);
  answers_.push_back({there, static_cast<double>(static_cast<std::int64_t>(asked) - there),
                      static_cast<double>(static_cast<std::int64_t>(heard) - there)});
}

void host_clock::bound(std::int64_t there, std::int64_t difference, bool is_low) {
  constexpr std::int64_t period = 1'000'000;
  const auto value = static_cast<double>(difference);
  const auto [at, is_new] = (is_low ? lows_ : highs_).try_emplace(there / period);
  answer& best = at->second;
  if (is_low ? value > best.low : value < best.high) {
    best.there = there;
    (is_low ? best.low : best.high) = value;
  }
}

void host_clock::finish() {
  for (auto* const bounds : {&lows_, &highs_}) {
    for (const auto& [period, one] : *bounds) answers_.push_back(one);
    bounds->clear();
  }
  std::ranges::stable_sort(answers_, {}, &answer::there);
  const auto narrow = [](answer& one, const answer& by) {
    const double drift = most_drift * static_cast<double>(std::abs(one.there - by.there));
    one.low = std::max(one.low, by.low - drift);
    one.high = std::min(one.high, by.high + drift);
  };
  for (std::size_t i = 1; i < answers_.size(); ++i) narrow(answers_[i], answers_[i - 1]);
  for (std::size_t i = answers_.size(); i-- > 1;) narrow(answers_[i - 1], answers_[i]);
}

std::int64_t host_clock::here_of(std::int64_t there) const {
  const auto behind = std::ranges::upper_bound(answers_, there, {}, &answer::there);
  double difference = 0;
  if (behind == answers_.begin()) {
    difference = answers_.front().middle();
  } else if (behind == answers_.end()) {
    difference = answers_.back().middle();
  } else {
    const answer &before = *(behind - 1), &after = *behind;
    const double way =
        static_cast<double>(there - before.there) / static_cast<double>(after.there - before.there);
    difference = before.middle() + way * (after.middle() - before.middle());
  }
  return there + static_cast<std::int64_t>(difference);
}

std::int64_t host_clock::uncertainty(std::int64_t from, std::int64_t to) const {
  double most = 0, gap = 0;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    most = std::max(most, answers_[i].half());
    if (i > 0)
      gap = std::max(gap, static_cast<double>(answers_[i].there - answers_[i - 1].there) / 2);
  }
  gap = std::max({gap, static_cast<double>(answers_.front().there - from),
                  static_cast<double>(to - answers_.back().there)});
  return static_cast<std::int64_t>(most + most_drift * gap) + 1;
}

}  // namespace mentat::command
