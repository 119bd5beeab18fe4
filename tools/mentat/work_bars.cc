#include "tools/mentat/work_bars.h"

#include <algorithm>
#include <cmath>

namespace mentat::command {
namespace {

constexpr std::size_t widest_name = 30, widest_bar = 40, narrowest_bar = 8;

int percent_of(const class_activity& of) {
  if (of.calls >= of.expected) return 100;
  // Not all of them is never 100 %.
  return std::min(99, static_cast<int>(100.0L * of.calls / of.expected));
}

std::string time_text(double seconds) {
  constexpr long minute = 60, hour = 60 * minute, day = 24 * hour;
  const long all = std::lround(std::ceil(seconds));
  if (all < 2 * minute) return std::to_string(all) + " s";
  if (all < 2 * hour) return std::to_string(all / minute) + " min";
  if (all < 2 * day)
    return std::to_string(all / hour) + " h " + std::to_string(all % hour / minute) + " min";
  return std::to_string(all / day) + " days";
}

std::string bar_of(const class_activity& of, std::size_t width) {
  const auto done = static_cast<std::size_t>(percent_of(of)) * width / 100;
  return "[" + std::string(done, '#') + std::string(width - done, '.') + "]";
}

std::string line_of(const class_activity& of, std::size_t name_width, std::size_t columns) {
  std::string line = shortened(of.name, name_width);
  line.resize(std::max(line.size(), name_width), ' ');
  const std::string text = progress_text(of);
  const std::size_t taken = line.size() + text.size() + 4;  // a gap, brackets, a gap
  const std::size_t left = columns > taken ? columns - taken : 0;
  if (left >= narrowest_bar) line += " " + bar_of(of, std::min(left, widest_bar));
  return (line + " " + text).substr(0, columns);
}

}  // namespace

std::optional<double> seconds_left(const class_activity& of) {
  constexpr double longest = 1'000.0 * 24 * 3'600;
  if (of.calls >= of.expected || of.per_second <= 0) return std::nullopt;
  const double left = static_cast<double>(of.expected - of.calls) / of.per_second;
  return left <= longest ? std::optional(left) : std::nullopt;
}

std::string progress_text(const class_activity& of) {
  std::string text = with_commas(of.calls) + " of " + with_commas(of.expected);
  if (of.calls > of.expected) return text + ", more than expected";
  text += ", " + std::to_string(percent_of(of)) + " %";
  if (const auto left = seconds_left(of)) text += ", " + time_text(*left) + " left";
  return text;
}

std::vector<std::string> bars_of(const std::vector<class_activity>& all, std::size_t lines,
                                 std::size_t columns) {
  std::vector<const class_activity*> known;
  std::size_t name_width = 0;
  for (const class_activity& one : all)
    if (one.expected > 0) known.push_back(&one);
  if (lines == 0) return {};
  const std::size_t shown = known.size() <= lines ? known.size() : lines - 1;
  for (std::size_t i = 0; i < shown; ++i)
    name_width = std::max(name_width, std::min(known[i]->name.size(), widest_name));
  name_width = std::min(name_width, std::max<std::size_t>(columns / 3, 4));
  std::vector<std::string> made;
  for (std::size_t i = 0; i < shown; ++i) made.push_back(line_of(*known[i], name_width, columns));
  if (shown < known.size())
    made.push_back(("and " + std::to_string(known.size() - shown) + " more with expected calls")
                       .substr(0, columns));
  return made;
}

}  // namespace mentat::command
