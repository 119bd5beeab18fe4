#include "mplc/emit/user_text.h"

#include <algorithm>
#include <array>

namespace mentat::mplc {
namespace {

// The words before the name of a member function that are not part of its result type.
constexpr std::array<std::string_view, 8> specifiers{"virtual", "inline",    "static", "explicit",
                                                     "friend",  "constexpr", "extern", "consteval"};

bool is_specifier(std::string_view word) {
  return std::ranges::find(specifiers, word) != specifiers.end();
}

std::string joined(std::string_view text, const raw_tokens& tokens, auto&& wanted) {
  std::string line;
  text_offset end = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!wanted(i)) continue;
    if (!line.empty() && tokens[i].begin > end) line += ' ';
    line += text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
    end = tokens[i].end;
  }
  return line;
}

}  // namespace

std::string one_line(std::string_view text) {
  const raw_tokens tokens(text);
  return joined(text, tokens, [](std::size_t) { return true; });
}

std::string line_directive(unsigned line, std::string_view file) {
  if (file.empty()) return {};
  return "#line " + std::to_string(line) + " " + string_literal(file) + "\n";
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '\n')
      literal += "\\n";
    else if (c == '"' || c == '\\')
      (literal += '\\') += c;
    else
      literal += c;
  }
  return literal + "\"";
}

std::string user_text::render(text_range range) {
  const auto made = changes_.render(original_, range.begin, range.end);
  if (made) return *made;
  if (error_.empty()) error_ = made.error();
  return {};
}

std::string user_text::line(text_range range) { return one_line(render(range)); }

std::string user_text::line(const copied_text& text) {
  return text.range ? line(*text.range) : text.printed;
}

std::string user_text::line_without(text_range range, const std::vector<text_range>& parts) {
  std::string text;
  for (const text_range& part : parts) {
    text += render({range.begin, part.begin});
    range.begin = part.end;
  }
  return one_line(text + render(range));
}

std::string user_text::result_type(const method_head& head) {
  if (!head.printed_result.empty()) return head.printed_result;
  if (head.trailing_result) return line(*head.trailing_result);
  const std::string text = render(head.specifiers);
  const raw_tokens tokens(text);
  std::size_t attribute_end = 0;
  return joined(text, tokens, [&](std::size_t i) {
    if (tokens.is(i, "[") && tokens.is(i + 1, "[") && i >= attribute_end)
      attribute_end = tokens.match(i) + 1;
    return i >= attribute_end && !is_specifier(tokens[i].text);
  });
}

bool user_text::has_specifier(const method_head& head, std::string_view word) const {
  for (std::size_t i = token_at(head.specifiers.begin);
       i < tokens_.size() && tokens_[i].begin < head.specifiers.end; ++i)
    if (tokens_[i].text == word) return true;
  return false;
}

text_offset user_text::before_attributes(text_offset at) const {
  for (std::size_t i = token_at(at); i >= 2 && tokens_.is(i - 1, "]") && tokens_.is(i - 2, "]");) {
    int depth = 0;
    while (i > 0) {
      --i;
      if (tokens_.is(i, "]")) ++depth;
      if (tokens_.is(i, "[") && --depth == 0) break;
    }
    at = tokens_[i].begin;
  }
  return at;
}

std::vector<text_range> user_text::mentat_attributes(text_offset class_key,
                                                     text_offset name) const {
  std::vector<text_range> found;
  for (std::size_t i = token_at(class_key) + 1; i < tokens_.size() && tokens_[i].begin < name;
       ++i) {
    if (!tokens_.is(i, "[") || !tokens_.is(i + 1, "[")) continue;
    const std::size_t close = tokens_.match(i);
    if (close >= tokens_.size()) break;
    std::size_t first = i + 2, last = first;  // one attribute of the list
    bool whole = true;
    for (std::size_t k = i + 2; k < close - 1; ++k) {
      if (tokens_.is(k, ",")) whole = false, first = k + 1;
      const bool marks = tokens_.is(k, "persistent") || tokens_.is(k, "regular") ||
                         tokens_.is(k, "replicated") || tokens_.is(k, "durable");
      if (marks && tokens_.is(first, "mentat")) last = k + 1;
      if (marks && tokens_.is(first, "using") && tokens_.is(first + 1, "mentat")) last = k + 1;
    }
    if (last == i + 2) continue;
    if (whole && last == close - 1) {
      found.push_back({tokens_[i].begin, tokens_[close + 1].begin});
    } else {
      std::size_t begin = last;
      while (begin > i + 2 && !tokens_.is(begin - 1, ",")) --begin;
      const bool comma_after = tokens_.is(last, ",");
      found.push_back({tokens_[comma_after || begin == i + 2 ? begin : begin - 1].begin,
                       comma_after ? tokens_[last + 1].begin : tokens_[last - 1].end});
    }
    i = close;
  }
  return found;
}

void user_text::replace(text_range range, const std::string& text) {
  changes_.fold(range.begin, range.end, newlines(range) + text);
}

std::string user_text::newlines(text_range range) const {
  const auto part = original_.substr(range.begin, range.end - range.begin);
  return std::string(static_cast<std::size_t>(std::ranges::count(part, '\n')), '\n');
}

bool user_text::only_blanks(text_offset begin, text_offset end) const {
  return original_.substr(begin, end - begin).find_first_not_of(" \t\r") == std::string_view::npos;
}

text_offset user_text::end_of_header() const {
  const std::size_t count = tokens_.size();
  const bool opens = tokens_.is(0, "#") && tokens_.is(1, "ifndef") && tokens_.is(3, "#") &&
                     tokens_.is(4, "define") && tokens_.size() > 5 &&
                     tokens_[2].text == tokens_[5].text;
  // `#endif` may be followed by words, but not by another line.
  std::size_t last = count;
  while (last > 0 && !tokens_[last - 1].begins_line) --last;
  if (opens && last > 0 && tokens_.is(last - 1, "#") && tokens_.is(last, "endif"))
    return line_begin(tokens_[last - 1].begin);
  return static_cast<text_offset>(original_.size());
}

std::size_t user_text::token_at(text_offset at) const {
  std::size_t low = 0, high = tokens_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (tokens_[middle].begin < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace mentat::mplc
