// The lines of a text in turn, and the error that names one.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace mentat::bench::papers {

class lines {
 public:
  // The text outlives the lines.
  lines(std::string file, std::string_view text) : file_(std::move(file)), rest_(text) {}

  // False: there is none left.
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  // Without its end.
  [[nodiscard]] std::string_view line() const { return line_; }

  [[nodiscard]] tl::unexpected<std::string> failed(const std::string& why) const {
    return tl::unexpected<std::string>(file_ + ":" + std::to_string(number_) + ": " + why);
  }
  [[nodiscard]] tl::unexpected<std::string> expected(const std::string& what) const {
    return failed("expected " + what);
  }

 private:
  std::string file_;
  std::string_view rest_, line_;
  int number_ = 0;
};

inline std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A finite number that is the whole text.
inline std::optional<double> number_of(std::string_view text) {
  text = without_blanks(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

}  // namespace mentat::bench::papers
