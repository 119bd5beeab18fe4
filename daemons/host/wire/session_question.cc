#include "daemons/host/wire/session_question.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "daemons/host/wire/host_message.h"

namespace mentat::host {
namespace {

// The words between single spaces.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// 0: it is no number from 1 to `most`.
std::uint32_t number_in(std::string_view word, std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole && number <= most ? number : 0;
}

// One line, of a drain or a loss.
bool is_reason(const std::string& text) {
  return !text.empty() && text.size() <= longest_drain_reason &&
         std::ranges::all_of(text, [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
}

}  // namespace

bool is_key(std::string_view text) {
  return text.size() == key_digits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string invite_question::text() const {
  return "invite " + std::to_string(hosts) + " " + std::to_string(seconds) +
         (key.empty() ? "" : " " + key);
}

std::optional<invite_question> invite_question::parse(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() < 3 || words.size() > 4 || words[0] != "invite") return std::nullopt;
  const invite_question question{number_in(words[1], max_hosts),
                                 number_in(words[2], longest_invitation),
                                 std::string(words.size() == 4 ? words[3] : "")};
  if (words.size() == 4 && !is_key(question.key)) return std::nullopt;
  if (question.hosts == 0 || question.seconds == 0) return std::nullopt;
  return question;
}

std::string revoke_question::text() const { return "revoke " + std::to_string(invitation); }

std::optional<revoke_question> revoke_question::parse(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() != 2 || words[0] != "revoke") return std::nullopt;
  const revoke_question question{number_in(words[1], UINT32_MAX)};
  if (question.invitation == 0) return std::nullopt;
  return question;
}

std::string drain_question::text() const {
  return "drain " + std::to_string(seconds) + " " + host + " " + why;
}

std::optional<drain_question> drain_question::parse(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() < 4 || words[0] != "drain") return std::nullopt;
  drain_question question{number_in(words[1], longest_drain), std::string(words[2]),
                          std::string(words[3].data(), text.data() + text.size())};
  if ((question.seconds == 0 && words[1] != "0") || !is_plain_name(question.host) ||
      !is_reason(question.why))
    return std::nullopt;
  return question;
}

std::string lost_question::text() const { return "lost " + host + " " + why; }

std::optional<lost_question> lost_question::parse(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() < 3 || words[0] != "lost") return std::nullopt;
  lost_question question{std::string(words[1]),
                         std::string(words[2].data(), text.data() + text.size())};
  if (!is_plain_name(question.host) || !is_reason(question.why)) return std::nullopt;
  return question;
}

std::string admit_question::text() const {
  return "admit " + key + " " + std::to_string(seconds) + " " + name;
}

std::optional<admit_question> admit_question::parse(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() != 4 || words[0] != "admit") return std::nullopt;
  admit_question question{std::string(words[1]), number_in(words[2], longest_invitation),
                          std::string(words[3])};
  if (!is_key(question.key) || question.seconds == 0 || !is_plain_name(question.name))
    return std::nullopt;
  return question;
}

}  // namespace mentat::host
