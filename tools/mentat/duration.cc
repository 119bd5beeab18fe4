#include "tools/mentat/duration.h"

namespace mentat::command {

std::optional<std::chrono::seconds> parse_duration(const std::string& text) {
  const std::string digits = text.substr(0, text.find_first_not_of("0123456789"));
  const std::string unit = text.substr(digits.size());
  if (digits.empty() || digits.size() > 6) return std::nullopt;
  const int factor = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  const std::chrono::seconds all{static_cast<long>(std::stoi(digits)) * factor};
  if (all.count() == 0) return std::nullopt;
  return all;
}

}  // namespace mentat::command
