// Lines of a log as JSON: one object for each line, valid for any bytes. Pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mentat::command {

/// {"time":"2026-11-28T07:00:00.123Z","what":"..."} without a line end; a line that does not begin
/// with a time has only `what`.
std::string log_line_as_json(std::string_view line);

/// Takes a log in pieces of any size. A line counts when its end has come, or at flush().
class log_lines {
 public:
  static constexpr std::size_t longest_line = 64 * 1024;  // of a longer one, its pieces are lines

  explicit log_lines(std::function<void(const std::string&)> print) : print_(std::move(print)) {}

  void take(std::string_view piece);
  void flush();

 private:
  std::function<void(const std::string&)> print_;
  std::string begun_;
};

}  // namespace mentat::command
