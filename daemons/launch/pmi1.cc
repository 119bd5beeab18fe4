#include "daemons/launch/pmi1.h"

#include <charconv>

#include "mmps/base/shown_text.h"

namespace mentat::launch::pmi1 {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

std::string as_digits(std::string_view text) {
  std::string all;
  for (const char c : text) {
    all += digits[static_cast<unsigned char>(c) >> 4];
    all += digits[static_cast<unsigned char>(c) & 15];
  }
  return all;
}

}  // namespace

std::string put(const std::string& space, const std::string& key, std::string_view value) {
  return "cmd=put kvsname=" + space + " key=" + key + " value=" + as_digits(value) + "\n";
}

std::string get(const std::string& space, const std::string& key) {
  return "cmd=get kvsname=" + space + " key=" + key + "\n";
}

std::string abort(int status) { return "cmd=abort exitcode=" + std::to_string(status) + "\n"; }

tl::expected<answer, std::string> parse(std::string_view line, std::string_view command) {
  answer words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    const std::string_view word = line.substr(at, end - at);
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
      words.emplace(word.substr(0, equals), word.substr(equals + 1));
    at = end + 1;
  }
  const bool is_answer = words.contains("cmd") && words["cmd"] == command;
  const bool is_good = !words.contains("rc") || words["rc"] == "0";
  if (is_answer && is_good) return words;
  return tl::unexpected("expected the answer " + std::string(command) + " of PMI-1, not " +
                        base::shown_value(line));
}

std::size_t number_in(const answer& words, const std::string& name) {
  const auto found = words.find(name);
  std::size_t number = 0;
  if (found == words.end()) return 0;
  const std::string& text = found->second;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? number : 0;
}

tl::expected<std::string, std::string> value_in(const answer& words) {
  const auto found = words.find("value");
  std::string value;
  if (found == words.end() || found->second.size() % 2 != 0)
    return tl::unexpected(std::string("a value of PMI-1 is missing, or is not ours"));
  for (std::size_t i = 0; i < found->second.size(); i += 2) {
    const std::size_t high = digits.find(found->second[i]), low = digits.find(found->second[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos)
      return tl::unexpected(std::string("a value of PMI-1 is not ours"));
    value += static_cast<char>(high << 4 | low);
  }
  return value;
}

}  // namespace mentat::launch::pmi1
