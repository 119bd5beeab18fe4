#include "daemons/launch/hello.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "daemons/host/wire/session_question.h"

namespace mentat::launch {
namespace {

using json = nlohmann::ordered_json;
using host::is_key;

constexpr std::string_view hello_word = "MENTAT-HELLO ", welcome_word = "MENTAT-WELCOME ",
                           up_word = "MENTAT-UP ", failed_word = "MENTAT-FAILED ",
                           bring_line = "MENTAT-BRING";
constexpr std::size_t key_digits = host::key_digits, most_addresses = 8, longest_address = 300,
                      longest_build = 80;

std::string as_line(std::string_view word, const json& value) {
  return std::string(word) +
         value.dump(-1, ' ', true, json::error_handler_t::replace);  // ASCII in one line
}

tl::unexpected<std::string> wrong(std::string_view word, const std::string& what) {
  return tl::unexpected("the line " + std::string(word.substr(0, word.size() - 1)) + " " + what);
}

expected<json> object_in(std::string_view line, std::string_view word) {
  if (line.size() > longest_line || !line.starts_with(word)) return wrong(word, "is missing");
  json value = json::parse(line.substr(word.size()), nullptr, false);
  if (!value.is_object()) return wrong(word, "holds no object");
  return value;
}

// Empty: there is no such text, or it is too long.
std::string text_in(const json& value, const char* name, std::size_t longest) {
  const auto found = value.find(name);
  if (found == value.end() || !found->is_string()) return {};
  auto text = found->get<std::string>();
  return text.size() <= longest ? std::move(text) : std::string();
}

std::optional<std::uint64_t> number_in(const json& value, const char* name, std::uint64_t most) {
  const auto found = value.find(name);
  if (found == value.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto number = found->get<std::uint64_t>();
  return number <= most ? std::optional(number) : std::nullopt;
}

bool is_printable(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// At least so many bytes shorter; a character of UTF-8 is not cut.
std::string_view without_last(std::string_view text, std::size_t bytes) {
  const std::size_t most = text.size() - std::min(bytes, text.size());
  std::size_t size = most;
  while (size > 0 && most - size < 3 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
    --size;
  return text.substr(0, size);
}

constexpr std::uint32_t most_32 = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::string hello::line() const {
  return as_line(hello_word, {{"v", version_of_lines}, {"key", key}, {"build", build}});
}

expected<hello> hello::parse(std::string_view line) {
  const auto value = object_in(line, hello_word);
  if (!value) return tl::unexpected(value.error());
  hello said{text_in(*value, "key", key_digits), text_in(*value, "build", longest_build)};
  if (said.build.empty() || !is_printable(said.build))
    return wrong(hello_word, "holds no version of Mentat");
  if (number_in(*value, "v", most_32) != version_of_lines)
    return wrong(hello_word, "is of another form: that host has Mentat " + said.build);
  if (!is_key(said.key)) return wrong(hello_word, "holds no key");
  return said;
}

std::string welcome::line() const { return as_line(welcome_word, {{"key", key}, {"at", at}}); }

expected<welcome> welcome::parse(std::string_view line) {
  const auto value = object_in(line, welcome_word);
  if (!value) return tl::unexpected(value.error());
  welcome said{text_in(*value, "key", key_digits), {}};
  const auto at = value->find("at");
  if (!is_key(said.key)) return wrong(welcome_word, "holds no key");
  if (at == value->end() || !at->is_array() || at->empty() || at->size() > most_addresses)
    return wrong(welcome_word, "holds no addresses");
  for (const json& one : *at) {
    const std::string address = one.is_string() ? one.get<std::string>() : std::string();
    if (!address.starts_with("tcp://") || address.size() > longest_address ||
        !is_printable(address) || address.find(' ') != std::string::npos)
      return wrong(welcome_word, "holds a text that is no address");
    said.at.push_back(address);
  }
  return said;
}

std::string up::line() const { return as_line(up_word, {{"host", host}}); }

expected<up> up::parse(std::string_view line) {
  const auto value = object_in(line, up_word);
  if (!value) return tl::unexpected(value.error());
  const auto host = number_in(*value, "host", most_32);
  if (!host || *host == 0) return wrong(up_word, "holds no number");
  return up{static_cast<std::uint32_t>(*host)};
}

// JSON takes six bytes for a byte that is not ASCII.
std::string failed::line(std::size_t longest) const {
  std::string_view left = why;
  for (;;) {
    std::string line = as_line(failed_word, {{"why", left}});
    if (line.size() <= longest || left.empty()) return line;
    left = without_last(left, (line.size() - longest + 5) / 6);
  }
}

expected<failed> failed::parse(std::string_view line) {
  const auto value = object_in(line, failed_word);
  if (!value) return tl::unexpected(value.error());
  failed said{text_in(*value, "why", longest_failure)};
  if (said.why.empty()) return wrong(failed_word, "holds no reason");
  return said;
}

line_kind kind_of(std::string_view line) {
  if (line == bring_line) return line_kind::bring;
  if (line.starts_with(hello_word)) return line_kind::hello;
  if (line.starts_with(welcome_word)) return line_kind::welcome;
  if (line.starts_with(up_word)) return line_kind::up;
  if (line.starts_with(failed_word)) return line_kind::failed;
  return line_kind::noise;
}

std::size_t begin_of_word(std::string_view line) {
  if (kind_of(line) != line_kind::noise) return 0;
  for (const std::string_view word : {hello_word, failed_word})
    if (const std::size_t at = line.find(std::string(word) + "{"); at != std::string_view::npos)
      return at;
  return 0;
}

}  // namespace mentat::launch
