// The token-matching units of a host that have ended while others take their places. The other
// processes hear of an end once the next unit can be reached: then they send it again what the
// ended one had got. Units that end again and again are not replaced.
// Thread-safety: none. Ownership: values.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "mmps/wire/mmps_name.h"

namespace mentat::supervisor {

class replaced_units {
 public:
  using clock = std::chrono::steady_clock;
  struct end {
    mmps::mmps_name unit;
    std::string cause;
  };
  // A fault that comes back so often is one of the next unit, too, be it soon or late.
  struct limit {
    std::ptrdiff_t most_ends;
    std::chrono::seconds within;
  };
  static constexpr limit soon{5, std::chrono::seconds(10)}, late{20, std::chrono::minutes(10)};

  // Whether another one is to be started.
  [[nodiscard]] bool note_end(clock::time_point now) {
    ends_.push_back(now);
    std::erase_if(ends_, [&](const clock::time_point& at) { return at + late.within < now; });
    return allows(soon, now) && allows(late, now);
  }
  // From when on one that begins now is at fault, if it is not ready.
  [[nodiscard]] static clock::time_point overdue() {
    return clock::now() + std::chrono::seconds(30);
  }
  // Of a unit that others know.
  void hold_back(end news) { held_.push_back(std::move(news)); }
  [[nodiscard]] std::vector<end> take() { return std::exchange(held_, {}); }

 private:
  [[nodiscard]] bool allows(const limit& one, clock::time_point now) const {
    return std::ranges::count_if(ends_, [&](const clock::time_point& at) {
             return at + one.within >= now;
           }) <= one.most_ends;
  }

  std::vector<clock::time_point> ends_;
  std::vector<end> held_;
};

}  // namespace mentat::supervisor
