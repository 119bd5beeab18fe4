#include "daemons/launch/copy_card.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "daemons/host/wire/host_message.h"

namespace mentat::launch {
namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view word = "MENTAT-COPY ";
constexpr std::size_t longest_cores = 180, longest_machine = 64, longest_build = 60;
constexpr int version_of_card = 2, most_process = 1 << 30;

// 0-3,8: those in front that fit.
std::string as_ranges(const std::vector<unsigned>& cores) {
  std::string text;
  for (std::size_t i = 0, last = 0; i < cores.size(); i = last + 1) {
    last = i;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    std::string range = (text.empty() ? "" : ",") + std::to_string(cores[i]);
    if (last != i) range += "-" + std::to_string(cores[last]);
    if (text.size() + range.size() > longest_cores) break;
    text += range;
  }
  return text;
}

// False: it is no number.
bool read_core(std::string_view& text, unsigned& core) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), core);
  if (read.ec != std::errc() || core >= most_cores) return false;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return true;
}

bool read_ranges(std::string_view text, std::vector<unsigned>& cores) {
  while (!text.empty()) {
    unsigned first = 0, last = 0;
    if (!read_core(text, first)) return false;
    last = first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      if (!read_core(text, last)) return false;
    }
    if (last < first || (!cores.empty() && first <= cores.back())) return false;
    for (; first <= last; ++first) cores.push_back(first);
    if (text.empty()) return true;
    if (!text.starts_with(',') || text.size() == 1) return false;
    text.remove_prefix(1);
  }
  return true;
}

std::string text_in(const json& value, const char* name) {
  const auto found = value.find(name);
  return found != value.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_name(const std::string& text, std::size_t longest) {
  return text.size() <= longest && host::is_plain_name(text);
}

bool is_build(const std::string& text) {
  return !text.empty() && text.size() <= longest_build &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// Node and machine: containers of two machines may have the same name.
using place = std::pair<std::string, std::string>;
place place_of(const copy_card& card) { return {card.node, card.machine}; }

// The name with a number that nobody has.
std::string another_name(const std::string& name, const std::set<std::string>& taken) {
  for (unsigned number = 2;; ++number) {
    const std::string end = "-" + std::to_string(number);
    const std::string other = name.substr(0, host::longest_name - end.size()) + end;
    if (!taken.contains(other)) return other;
  }
}

}  // namespace

std::string copy_card::line() const {
  json value{{"v", version_of_card}, {"build", build},     {"node", node},
             {"machine", machine},   {"process", process}, {"cores", as_ranges(cores)}};
  if (!session.empty()) value["session"] = session;
  return std::string(word) + value.dump(-1, ' ', true, json::error_handler_t::replace);
}

tl::expected<copy_card, std::string> copy_card::parse(std::string_view line) {
  const auto wrong = [](const std::string& what) {
    return tl::unexpected("the line MENTAT-COPY " + what);
  };
  if (line.size() > longest_value || !line.starts_with(word)) return wrong("is missing");
  const json value = json::parse(line.substr(word.size()), nullptr, false);
  if (!value.is_object()) return wrong("holds no object");
  const auto version = value.find("v");
  if (version == value.end() || *version != version_of_card)
    return wrong("is of another form: the copies need the same version of Mentat");
  copy_card card{.build = text_in(value, "build"),
                 .node = text_in(value, "node"),
                 .machine = text_in(value, "machine"),
                 .cores = {},
                 .session = text_in(value, "session")};
  const auto process = value.find("process");
  if (process == value.end() || !process->is_number_unsigned() ||
      process->get<std::uint64_t>() > std::uint64_t{most_process})
    return wrong("holds no process");
  card.process = process->get<int>();
  if (!is_build(card.build)) return wrong("holds no version of Mentat");
  if (!is_name(card.node, host::longest_name)) return wrong("holds no name of a node");
  if (!is_name(card.machine, longest_machine)) return wrong("holds no machine");
  if (!card.session.empty() && !is_name(card.session, host::longest_name))
    return wrong("holds a session that is no name");
  if (!read_ranges(text_in(value, "cores"), card.cores)) return wrong("holds no list of cores");
  return card;
}

std::vector<std::size_t> carriers(const std::vector<copy_card>& cards, std::size_t most_hosts) {
  std::map<place, std::size_t> first_at;
  std::vector<std::size_t> carrier;
  std::size_t hosts = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto [at, is_new] = first_at.emplace(place_of(cards[i]), i);
    if (is_new && ++hosts > most_hosts) at->second = cards.size();
    carrier.push_back(at->second);
  }
  return carrier;
}

std::vector<std::string> host_names(const std::vector<copy_card>& cards) {
  std::set<std::string> taken;
  for (const copy_card& one : cards) taken.insert(one.node);
  std::set<std::string> met;  // nodes
  std::map<place, std::string> name_at;
  std::vector<std::string> names;
  for (const copy_card& one : cards) {
    const auto [at, is_new] = name_at.emplace(place_of(one), one.node);
    if (is_new && !met.insert(one.node).second)
      taken.insert(at->second = another_name(one.node, taken));
    names.push_back(at->second);
  }
  return names;
}

std::vector<unsigned> cores_of_host(const std::vector<copy_card>& cards, std::size_t copy) {
  std::set<unsigned> all;
  for (const copy_card& one : cards)
    if (place_of(one) == place_of(cards[copy])) all.insert(one.cores.begin(), one.cores.end());
  return {all.begin(), all.end()};
}

std::optional<std::size_t> first_elsewhere(const std::vector<copy_card>& cards,
                                           const std::vector<std::size_t>& guests) {
  const auto found = std::ranges::find_if(
      guests, [&](std::size_t copy) { return cards[copy].machine != cards.front().machine; });
  return found == guests.end() ? std::nullopt : std::optional(*found);
}

}  // namespace mentat::launch
