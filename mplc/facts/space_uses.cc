#include "mplc/facts/space_uses.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace mentat::mplc {
namespace {

constexpr std::size_t most_fields = 16;  // rts/space/encoded_tuple.h

bool is_name(const std::string& field) { return field.starts_with('"'); }

// The fields whose values are known where this use is executed.
std::uint32_t known_fields(const space_use& use) {
  std::uint32_t known = 0;
  for (std::size_t k = 0; k < use.fields.size(); ++k)
    if (!is_name(use.fields[k]) && (use.formals >> k & 1) == 0) known |= std::uint32_t{1} << k;
  return known;
}

// The uses without which the key would have a field: those that know none, and, if the others have
// none in common either, the first that shares none with those before it. Where no pattern knows a
// field there is nothing to be had.
std::vector<std::size_t> emptying(const std::vector<space_use>& uses) {
  std::vector<std::size_t> found;
  std::uint32_t common = ~std::uint32_t{0};
  bool is_empty = false, knows_any = false;
  for (std::size_t k = 0; k < uses.size(); ++k) {
    const std::uint32_t known = known_fields(uses[k]);
    knows_any |= known != 0 && !uses[k].puts();
    if (known != 0) common &= known;
    if (known == 0 || (common == 0 && !is_empty)) found.push_back(k);
    is_empty |= common == 0;
  }
  return knows_any ? found : std::vector<std::size_t>();
}

void split(std::string_view text, char at, std::vector<std::string>& into) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    into.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Nothing that separates.
std::string plain(std::string text) {
  std::ranges::replace_if(
      text, [](char one) { return one == '\t' || one == '\n' || one == '\0'; }, ' ');
  return text;
}

}  // namespace

bool tuple_type::is_put() const { return std::ranges::any_of(uses, &space_use::puts); }
bool tuple_type::is_met() const { return !std::ranges::all_of(uses, &space_use::puts); }

std::vector<tuple_type> tuple_types_of(std::vector<space_use> uses) {
  std::ranges::sort(uses);
  uses.erase(std::ranges::unique(uses).begin(), uses.end());
  std::ranges::stable_sort(uses, [](const space_use& a, const space_use& b) {
    return std::tuple(!a.puts(), std::string_view(a.file), a.line) <
           std::tuple(!b.puts(), std::string_view(b.file), b.line);
  });
  std::map<std::vector<std::string>, tuple_type> by_fields;
  for (space_use& use : uses) {
    tuple_type& of = by_fields[use.fields];
    of.fields = use.fields;
    of.uses.push_back(std::move(use));
  }
  std::vector<tuple_type> all;
  for (auto& [fields, of] : by_fields) {
    of.key = ~std::uint32_t{0};
    for (const space_use& use : of.uses) of.key &= known_fields(use);
    if (of.key == 0) of.emptied_by = emptying(of.uses);
    all.push_back(std::move(of));
  }
  return all;
}

std::string lines_of(const std::vector<space_use>& uses) {
  std::string lines;
  for (const space_use& use : uses) {
    lines += use.operation + '\t' + std::to_string(use.formals) + '\t' + plain(use.file) + '\t' +
             std::to_string(use.line);
    for (const std::string& field : use.fields) lines += '\t' + plain(field);
    lines += '\n';
  }
  return lines;
}

std::optional<std::vector<space_use>> uses_of_lines(std::string_view lines) {
  std::vector<space_use> uses;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    std::vector<std::string> words;
    split(lines.substr(0, end), '\t', words);
    lines.remove_prefix(end + 1);
    space_use use;
    if (words.size() < 5 || words.size() > 4 + most_fields) return std::nullopt;
    if (!read_number(words[1], use.formals) || !read_number(words[3], use.line))
      return std::nullopt;
    use.operation = words[0];
    use.file = words[2];
    use.fields.assign(words.begin() + 4, words.end());
    if (use.formals >> use.fields.size() != 0) return std::nullopt;
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace mentat::mplc
