#include "tools/dashboard/question.h"

#include <algorithm>
#include <charconv>

namespace mentat::dashboard {
namespace {

int hex_digit(char one) {
  if (one >= '0' && one <= '9') return one - '0';
  if (one >= 'a' && one <= 'f') return one - 'a' + 10;
  if (one >= 'A' && one <= 'F') return one - 'A' + 10;
  return -1;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      made += ' ';
    } else if (text[i] != '%') {
      made += text[i];
    } else {
      if (i + 2 >= text.size()) return {};
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return {};
      made += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return made;
}

}  // namespace

std::string question::get(const std::string& name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? "" : found->second;
}

std::int64_t question::number(const std::string& name, std::int64_t least, std::int64_t most,
                              std::int64_t otherwise) const {
  const std::string text = get(name);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number && value >= least && value <= most ? value : otherwise;
}

std::optional<question> parse_target(std::string_view target) {
  if (target.empty() || target.front() != '/') return {};
  if (std::ranges::any_of(target, [](char one) { return one <= ' ' || one > '~'; })) return {};
  question made;
  const std::size_t mark = target.find('?');
  made.path = target.substr(0, mark);
  if (mark == std::string_view::npos) return made;
  for (std::string_view left = target.substr(mark + 1); !left.empty();) {
    const std::size_t end = std::min(left.find('&'), left.size());
    const std::string_view pair = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = unescaped(pair.substr(0, equals));
    auto value = unescaped(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) return {};
    made.parameters.insert_or_assign(*std::move(name), *std::move(value));
  }
  return made;
}

}  // namespace mentat::dashboard
