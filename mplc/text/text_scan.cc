#include "mplc/text/text_scan.h"

#include <algorithm>
#include <cctype>

namespace mentat::mplc {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

text_offset skip_blanks(std::string_view text, text_offset at) {
  std::size_t i = at;
  while (i < text.size()) {
    if (is_blank(text[i])) {
      ++i;
    } else if (text[i] == '\\' &&
               (text.substr(i + 1, 1) == "\n" || text.substr(i + 1, 2) == "\r\n")) {
      i = text.find('\n', i) + 1;
    } else if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      const auto end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return static_cast<text_offset>(i);
}

std::optional<text_offset> after_semicolon(std::string_view text, text_offset at) {
  const text_offset next = skip_blanks(text, at);
  if (next >= text.size() || text[next] != ';') return std::nullopt;
  return next + 1;
}

bool is_push(std::string_view text, text_offset from, text_offset to) {
  text_offset at = skip_blanks(text, from);
  if (at >= to || text[at] != '.') return false;
  at = skip_blanks(text, at + 1);
  const auto rest = text.substr(at, to - at);
  const std::string_view word = rest.starts_with("push_back") ? "push_back" : "emplace_back";
  if (!rest.starts_with(word)) return false;
  at = skip_blanks(text, at + static_cast<text_offset>(word.size()));
  return at < to && text[at] == '(' && skip_blanks(text, at + 1) == to;
}

bool follows_pragma(std::string_view text, text_offset at) {
  // In most cases other text stands before it on the same line, which may be long.
  std::size_t last = at;
  while (last > 0 && is_blank(text[last - 1]) && text[last - 1] != '\n') --last;
  if (last == 0 || (text[last - 1] != '\n' && text[last - 1] != '/' && text[last - 1] != '\\'))
    return false;
  const auto line = text.rfind('\n', at);
  if (line == std::string_view::npos || skip_blanks(text, static_cast<text_offset>(line)) != at)
    return false;
  std::string_view before = text.substr(0, line);
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  if (before.empty()) return false;
  std::string_view directive = logical_line(text, static_cast<text_offset>(before.size() - 1));
  directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
  return directive.starts_with("#") && directive.find("pragma") != std::string_view::npos;
}

std::string newlines_of(std::string_view text) {
  std::string lines(static_cast<std::size_t>(std::ranges::count(text, '\n')), '\n');
  const std::string_view last =
      lines.empty() ? std::string_view() : text.substr(text.rfind('\n') + 1);
  return std::ranges::all_of(last, is_blank) ? lines.append(last) : lines;
}

std::string_view logical_line(std::string_view text, text_offset at) {
  const auto continues = [&](std::size_t newline) {
    const std::size_t last = newline > 0 && text[newline - 1] == '\r' ? newline - 1 : newline;
    return last > 0 && text[last - 1] == '\\';
  };
  std::size_t begin = at;
  while (begin > 0 && (text[begin - 1] != '\n' || continues(begin - 1))) --begin;
  std::size_t end = at;
  while (end < text.size() && (text[end] != '\n' || continues(end))) ++end;
  return text.substr(begin, end - begin);
}

bool shows_parameter(std::string_view definition, std::string_view parameter) {
  for (auto at = definition.find(parameter); at != std::string_view::npos;
       at = definition.find(parameter, at + 1)) {
    const std::size_t end = at + parameter.size();
    if ((at > 0 && is_name_character(definition[at - 1])) ||
        (end < definition.size() && is_name_character(definition[end])))
      continue;
    std::size_t before = at;
    while (before > 0 && is_blank(definition[before - 1])) --before;
    if (before > 0 && definition[before - 1] == '#') return true;
    if (before > 0 && definition[before - 1] == '(') --before;
    while (before > 0 && is_blank(definition[before - 1])) --before;
    if (definition.substr(0, before).ends_with("decltype")) return true;
  }
  return false;
}

}  // namespace mentat::mplc
