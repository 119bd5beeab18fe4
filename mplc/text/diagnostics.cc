#include "mplc/text/diagnostics.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <tuple>

#include "mmps/base/shown_text.h"

namespace mentat::mplc {
namespace {

// Departures from the sequential elision: a program that has them is correct, but behaves
// differently under an ordinary compiler.
constexpr std::array<std::string_view, 3> elision_codes{"W0506", "W0701", "W0702"};

std::string_view word(severity level) {
  switch (level) {
    case severity::error:
      return "error";
    case severity::warning:
      return "warning";
    case severity::remark:
      return "remark";
    case severity::note:
      return "note";
  }
  return "error";
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Follows the command that runs mplc. Otherwise colours are used on a terminal that supports them,
// unless NO_COLOR is set.
bool wants_colors() {
  const std::string_view wanted = variable("MENTAT_COLOR"), terminal = variable("TERM");
  if (wanted == "always" || wanted == "never") return wanted == "always";
  return isatty(STDERR_FILENO) != 0 && variable("NO_COLOR").empty() && !terminal.empty() &&
         terminal != "dumb";
}

constexpr std::string_view bold = "1", green = "1;32";

std::string_view color_of(severity level) {
  switch (level) {
    case severity::error:
      return "1;31";
    case severity::warning:
      return "1;35";
    case severity::remark:
      return "1;34";
    case severity::note:
      return "1;36";
  }
  return bold;
}

std::string colored(std::string_view text, std::string_view color) {
  static const bool has_colors = wants_colors();
  if (!has_colors) return std::string(text);
  return "\033[" + std::string(color) + "m" + std::string(text) + "\033[0m";
}

// The line of a source in a form that a terminal can show, and the caret under its column. Tabs
// stay tabs, so the caret is right for any tab width.
std::string quoted_line(std::string_view line, unsigned column) {
  const auto as_shown = [](std::string_view text) {
    return base::shown(text, base::longest_shown_message, base::line_ends::kept);
  };
  std::string quoted = as_shown(line) + "\n";
  if (column > base::longest_shown_message) return quoted;
  std::string before = as_shown(line.substr(0, std::min<std::size_t>(column - 1, line.size())));
  before.resize(std::max<std::size_t>(before.size(), column - 1), ' ');
  for (char& one : before)
    if (one != '\t') one = ' ';
  return quoted + before + colored("^", green) + "\n";
}

}  // namespace

void diagnostics::report(severity level, std::string_view code, const position& where,
                         std::string_view text) {
  if (level == severity::note) {
    if (!print_notes_) return;
  } else {
    print_notes_ = true;
    if (level == severity::remark && !options_.remarks) print_notes_ = false;
    if (!options_.elision && std::ranges::find(elision_codes, code) != elision_codes.end())
      print_notes_ = false;
    if (!print_notes_) return;
  }
  if (level == severity::warning && options_.warnings_are_errors) level = severity::error;
  if (level == severity::error) ++errors_;
  std::string place;
  if (!where.file.empty()) place += base::shown(where.file) + ":";
  if (where.line != 0)
    place += std::to_string(where.line) + ":" + std::to_string(where.column) + ":";
  if (place.empty()) place = "mplc:";
  std::string said = base::shown(text, base::longest_shown_message, base::line_ends::kept);
  if (!code.empty()) said += " [" + std::string(code) + "]";
  std::string message = colored(place, bold) + " " +
                        colored(std::string(word(level)) + ":", color_of(level)) + " " +
                        (level == severity::note ? said : colored(said, bold)) + "\n";
  const std::string key = message;
  if (where.line != 0 && !where.line_text.empty())
    message += quoted_line(where.line_text, where.column);
  if (level == severity::note && !reports_.empty())
    reports_.back().message += message;
  else
    reports_.push_back({where, key, message});
}

void diagnostics::print() {
  // Files in the order of their first report.
  std::map<std::string, std::size_t> files;
  for (const report_and_notes& one : reports_) files.try_emplace(one.where.file, files.size());
  std::ranges::stable_sort(reports_, {}, [&](const report_and_notes& one) {
    return std::tuple(files[one.where.file], one.where.line, one.where.column);
  });
  std::set<std::string_view> printed;
  for (const report_and_notes& one : reports_)
    if (printed.insert(one.key).second) std::cerr << one.message;
  reports_.clear();
}

}  // namespace mentat::mplc
