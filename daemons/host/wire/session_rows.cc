#include "daemons/host/wire/session_rows.h"

#include <algorithm>

namespace mentat::host {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string clean(std::string value) {
  std::ranges::replace_if(value, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return value;
}

}  // namespace

std::string session_row::get(const std::string& name) const {
  const auto found =
      std::ranges::find_if(values, [&](const auto& one) { return one.first == name; });
  return found == values.end() ? "" : found->second;
}

std::string rows_as_text(const std::vector<session_row>& rows) {
  std::string text;
  for (const session_row& row : rows) {
    text += row.kind;
    for (const auto& [name, value] : row.values) text += "\t" + name + "=" + clean(value);
    text += "\n";
  }
  return text;
}

std::vector<session_row> rows_from_text(const std::string& text) {
  std::vector<session_row> rows;
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> parts = split(line, '\t');
    if (parts.front().empty()) continue;
    session_row row{parts.front(), {}};
    for (std::size_t i = 1; i < parts.size(); ++i)
      if (const std::size_t equals = parts[i].find('='); equals != std::string::npos)
        row.add(parts[i].substr(0, equals), parts[i].substr(equals + 1));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace mentat::host
