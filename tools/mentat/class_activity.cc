#include "tools/mentat/class_activity.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "mmps/base/shown_text.h"
#include "tools/mentat/program_rows.h"

namespace mentat::command {
namespace {

using host::session_row;

unsigned long long number_in(const session_row& row, const char* name) {
  return std::strtoull(row.get(name).c_str(), nullptr, 10);
}

std::string with_commas(unsigned long long number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string rate_text(double per_second) {
  if (per_second > 0 && per_second < 10) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", per_second);
    return text;
  }
  return with_commas(static_cast<unsigned long long>(per_second));
}

std::string line_of(const std::string& name, const std::vector<std::string>& numbers,
                    std::size_t columns) {
  constexpr std::size_t width_of_number = 12;
  const std::size_t width = columns > 5 * width_of_number + 12 ? columns - 5 * width_of_number : 12;
  std::string line = name.substr(0, width);
  line.resize(width, ' ');
  for (const std::string& one : numbers)
    line += std::string(one.size() < width_of_number ? width_of_number - one.size() : 1, ' ') + one;
  return line.substr(0, columns);
}

}  // namespace

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
  for (class_activity& one : now)
    for (const class_activity& earlier : before)
      if (seconds > 0 && one.program == earlier.program && one.name == earlier.name &&
          one.calls >= earlier.calls)
        one.per_second = static_cast<double>(one.calls - earlier.calls) / seconds;
  std::ranges::stable_sort(now, [](const class_activity& a, const class_activity& b) {
    return a.program != b.program ? a.program < b.program : a.per_second > b.per_second;
  });
}

std::vector<std::string> table_of(const std::vector<class_activity>& all, std::size_t lines,
                                  std::size_t columns) {
  std::vector<std::string> made{
      line_of("CLASS", {"CALLS", "PER SECOND", "OBJECTS", "RUN", "WAIT"}, columns)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (made.size() + 1 >= lines && i + 1 < all.size()) {
      made.push_back(
          ("and " + std::to_string(all.size() - i) + " more classes").substr(0, columns));
      break;
    }
    const class_activity& one = all[i];
    made.push_back(
        line_of(one.name,
                {with_commas(one.calls), rate_text(one.per_second), with_commas(one.objects),
                 with_commas(one.running), with_commas(one.waiting)},
                columns));
  }
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
