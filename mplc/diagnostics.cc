#include "mplc/diagnostics.h"

#include <algorithm>
#include <array>
#include <iostream>

namespace mentat::mplc {
namespace {

// Departures from the sequential elision: a program with them is right, only not the same under an
// ordinary compiler.
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

// Tabs stay tabs, so that the caret stands under its column whatever the width of a tab.
std::string indentation(std::string_view line, unsigned column) {
  std::string spaces;
  for (std::size_t i = 0; i + 1 < column; ++i)
    spaces += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  return spaces;
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
  std::string message;
  if (!where.file.empty()) message += where.file + ":";
  if (where.line != 0)
    message += std::to_string(where.line) + ":" + std::to_string(where.column) + ":";
  message += message.empty() ? "mplc: " : " ";
  message += std::string(word(level)) + ": " + std::string(text);
  if (!code.empty()) message += " [" + std::string(code) + "]";
  message += '\n';
  if (where.line != 0 && !where.line_text.empty())
    message += where.line_text + "\n" + indentation(where.line_text, where.column) + "^\n";
  std::cerr << message;
}

}  // namespace mentat::mplc
