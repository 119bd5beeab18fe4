#include "tools/mentat/log_lines.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace mentat::command {
namespace {

constexpr std::string_view form_of_time = "0000-00-00T00:00:00.000Z";

bool begins_with_time(std::string_view line) {
  if (line.size() <= form_of_time.size() || line[form_of_time.size()] != ' ') return false;
  return std::equal(form_of_time.begin(), form_of_time.end(), line.begin(), [](char form, char is) {
    return form == '0' ? std::isdigit(static_cast<unsigned char>(is)) != 0 : form == is;
  });
}

}  // namespace

std::string log_line_as_json(std::string_view line) {
  nlohmann::ordered_json made;
  if (begins_with_time(line)) {
    made["time"] = line.substr(0, form_of_time.size());
    line.remove_prefix(form_of_time.size() + 1);
  }
  made["what"] = line;
  return made.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void log_lines::take(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t room = longest_line - begun_.size();
    const std::size_t end = piece.find('\n');
    const std::size_t size = std::min({end, piece.size(), room});
    begun_ += piece.substr(0, size);
    const bool is_whole = size == end;
    piece.remove_prefix(size + (is_whole ? 1 : 0));
    if (is_whole || begun_.size() == longest_line) {
      print_(log_line_as_json(begun_));
      begun_.clear();
    }
  }
}

void log_lines::flush() {
  if (!begun_.empty()) print_(log_line_as_json(begun_));
  begun_.clear();
}

}  // namespace mentat::command
