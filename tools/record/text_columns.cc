#include "tools/record/text_columns.h"

#include <algorithm>

namespace mentat::command {
namespace {

// In characters, as far as UTF-8 tells them.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char one) { return (static_cast<unsigned char>(one) & 0xc0) != 0x80; }));
}

}  // namespace

std::string text_columns::text() const {
  constexpr std::size_t to_the_left = 2;
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i)
      widths[i] = std::max(widths[i], width(row[i]));
  const bool has_names = widths.size() > to_the_left && rows_.front()[1] == "defined at";
  std::string made;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
      const std::string room(widths[i] - width(row[i]), ' ');
      const bool left = i == 0 || (i < to_the_left && has_names);
      line += (i == 0 ? "" : "  ") + (left ? row[i] + room : room + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    made += line + "\n";
  }
  return made;
}

}  // namespace mentat::command
