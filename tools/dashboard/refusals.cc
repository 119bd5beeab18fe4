#include "tools/dashboard/refusals.h"

namespace mentat::dashboard {

void refusals::count(std::string_view why) {
  const auto found = by_reason_.find(why);
  ++(found == by_reason_.end() ? by_reason_[std::string(why)] : found->second).unsaid;
}

std::string refusals::take(clock::time_point now) {
  std::string lines;
  for (auto& [why, of] : by_reason_) {
    const bool is_due = of.said == clock::time_point{} || now - of.said >= std::chrono::seconds(1);
    if (of.unsaid == 0 || !is_due) continue;
    lines += "mentat-dashboard: refused: " + why;
    if (of.unsaid > 1) lines += " (" + std::to_string(of.unsaid) + " times)";
    lines += "\n";
    of = {0, now};
  }
  return lines;
}

}  // namespace mentat::dashboard
