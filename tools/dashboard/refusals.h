#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace mentat::dashboard {

/// Counts what is refused, and says it: a line a second at most for each reason, whatever comes.
/// One thread. The reasons are texts of ours.
class refusals {
 public:
  using clock = std::chrono::steady_clock;

  void count(std::string_view why);
  /// The lines that are due.
  [[nodiscard]] std::string take(clock::time_point now);

 private:
  struct tally {
    unsigned long long unsaid = 0;
    clock::time_point said{};
  };
  std::map<std::string, tally, std::less<>> by_reason_;
};

}  // namespace mentat::dashboard
