#include "tools/mentat/class_activity.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string_view>

#include "mmps/base/shown_text.h"
#include "tools/mentat/program_rows.h"

namespace mentat::command {
namespace {

using host::session_row;

unsigned long long number_in(const session_row& row, const char* name) {
  return std::strtoull(row.get(name).c_str(), nullptr, 10);
}

std::string rate_text(double per_second) {
  if (per_second > 0 && per_second < 10) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", per_second);
    return text;
  }
  return with_commas(static_cast<unsigned long long>(per_second));
}

constexpr std::size_t widest_number = 12, narrowest_name = 12;

// The widths of the columns behind the name: as far as there is room for gaps.
std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& numbers,
                                   std::size_t columns) {
  std::vector<std::size_t> widths(numbers.front().size(), widest_number);
  if (columns >= widths.size() * widest_number + narrowest_name) return widths;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    widths[i] = 0;
    for (const auto& line : numbers) widths[i] = std::max(widths[i], line[i].size() + 1);
  }
  return widths;
}

std::string line_of(const std::string& name, const std::vector<std::string>& numbers,
                    const std::vector<std::size_t>& widths, std::size_t columns) {
  const std::size_t all = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  const std::size_t width = columns > all + 4 ? columns - all : 4;
  std::string line = shortened(name, width);
  line.resize(width, ' ');
  for (std::size_t i = 0; i < numbers.size(); ++i)
    line += std::string(widths[i] > numbers[i].size() ? widths[i] - numbers[i].size() : 1, ' ') +
            numbers[i];
  return line.substr(0, columns);
}

}  // namespace

std::string with_commas(unsigned long long number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string shortened(const std::string& name, std::size_t width) {
  if (name.size() <= width) return name;
  if (width < 5) return name.substr(0, width);
  const std::size_t end = (width - 2) / 2;
  return name.substr(0, width - 2 - end) + ".." + name.substr(name.size() - end);
}

std::vector<class_activity> activity_of(const std::vector<session_row>& classes,
                                        const std::vector<session_row>& objects,
                                        const std::vector<session_row>& calls) {
  std::map<std::pair<std::string, std::string>, class_activity> all;
  const auto entry = [&](const std::string& program, const std::string& name) -> class_activity& {
    class_activity& found = all[{program, name}];
    found.program = program;
    found.name = base::shown(name);
    return found;
  };
  for (const session_row& row : add_up_classes(classes)) {
    class_activity& of = entry(row.get("program"), row.get("name"));
    of.calls = number_in(row, "calls");
    of.objects = number_in(row, "objects");
    of.expected = row.get("expected").starts_with('-') ? 0 : number_in(row, "expected");
  }
  for (const session_row& row : objects) {
    if (row.kind != "object") continue;
    class_activity& of = entry(row.get("program"), row.get("class"));
    of.waiting += number_in(row, "waiting");
    if (row.get("state") == "running") ++of.running;
  }
  for (const session_row& row : match_calls(calls)) {
    if (!row.get("object").empty()) continue;
    class_activity& of = entry(row.get("program"), row.get("class"));
    ++(row.get("state") == "running" ? of.running : of.waiting);
  }
  std::vector<class_activity> found;
  for (auto& [key, one] : all) found.push_back(std::move(one));
  return found;
}

void set_rates(std::vector<class_activity>& now, const std::vector<class_activity>& before,
               double seconds) {
  std::map<std::pair<std::string_view, std::string_view>, unsigned long long> calls;
  for (const class_activity& one : before) calls[{one.program, one.name}] = one.calls;
  for (class_activity& one : now) {
    const auto earlier = calls.find({one.program, one.name});
    if (seconds > 0 && earlier != calls.end() && one.calls >= earlier->second)
      one.per_second = static_cast<double>(one.calls - earlier->second) / seconds;
  }
  std::ranges::stable_sort(now, [](const class_activity& a, const class_activity& b) {
    return a.program != b.program ? a.program < b.program : a.per_second > b.per_second;
  });
}

std::vector<std::string> table_of(const std::vector<class_activity>& all, std::size_t lines,
                                  std::size_t columns) {
  const bool is_narrow = columns < 5 * widest_number + narrowest_name;
  std::vector<std::vector<std::string>> numbers{
      {"CALLS", is_narrow ? "/S" : "PER SECOND", is_narrow ? "OBJ" : "OBJECTS", "RUN", "WAIT"}};
  const std::size_t most = lines > 2 ? lines - 2 : 0;
  const std::size_t shown = all.size() <= most + 1 ? all.size() : most;
  for (std::size_t i = 0; i < shown; ++i)
    numbers.push_back({with_commas(all[i].calls), rate_text(all[i].per_second),
                       with_commas(all[i].objects), with_commas(all[i].running),
                       with_commas(all[i].waiting)});
  const std::vector<std::size_t> widths = widths_of(numbers, columns);
  std::vector<std::string> made;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    made.push_back(line_of(i == 0 ? "CLASS" : all[i - 1].name, numbers[i], widths, columns));
  if (shown < all.size())
    made.push_back(
        ("and " + std::to_string(all.size() - shown) + " more classes").substr(0, columns));
  return made;
}

std::string summary_of(const std::vector<class_activity>& all) {
  class_activity sum;
  for (const class_activity& one : all) {
    sum.calls += one.calls, sum.running += one.running, sum.waiting += one.waiting;
    sum.per_second += one.per_second;
  }
  return with_commas(sum.calls) + " calls, " + rate_text(sum.per_second) + "/s, " +
         with_commas(sum.running) + " run, " + with_commas(sum.waiting) + " wait";
}

}  // namespace mentat::command
