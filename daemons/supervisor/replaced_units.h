// The token-matching units of a host that have ended while others take their places. The other
// processes hear of an end once the next unit can be reached: then they send it again what the
// ended one had got. Units that end again and again are not replaced.
// Thread-safety: none. Ownership: values.
#pragma once

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
  // A fault that comes back so often is one of the next unit, too.
  static constexpr std::size_t most_ends = 5;
  static constexpr auto within = std::chrono::seconds(10);

  // Whether another one is to be started.
  [[nodiscard]] bool note_end(clock::time_point now) {
    std::erase_if(ends_, [&](const clock::time_point& at) { return at + within < now; });
    ends_.push_back(now);
    return ends_.size() <= most_ends;
  }
  // Of a unit that others know.
  void hold_back(end news) { held_.push_back(std::move(news)); }
  [[nodiscard]] std::vector<end> take() { return std::exchange(held_, {}); }

 private:
  std::vector<clock::time_point> ends_;
  std::vector<end> held_;
};

}  // namespace mentat::supervisor
