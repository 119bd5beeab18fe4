#include "daemons/launch/host_list.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "daemons/host/wire/host_message.h"
#include "mmps/base/shown_text.h"

namespace mentat::launch {
namespace {

constexpr std::size_t longest_target = 255;

tl::unexpected<std::string> wrong(const std::string& where, const std::string& what) {
  return tl::unexpected(where + what);
}

// 0: it is no number of slots.
unsigned slots_in(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number <= most_slots ? number : 0;
}

// The target is an argument of ssh and a word for a shell: no option, no space, no sign of a shell.
bool is_target(std::string_view text) {
  return !text.empty() && text.size() <= longest_target && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  std::string_view("._-@:%+/").find(c) != std::string_view::npos;
         });
}

bool is_group(std::string_view text) {
  return text.size() <= 4 && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

// Eight groups of hexadecimal digits, once `::` for those that are 0, perhaps the four numbers of
// IPv4 in place of the last two, and an interface: fe80::1%eth0.
bool is_ipv6(std::string_view text) {
  text = text.substr(0, text.find('%'));
  const std::size_t gap = text.find("::");
  int groups = 0;
  for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(':', begin), text.size());
    const std::string_view group = text.substr(begin, end - begin);
    const bool is_beside_gap = gap != text.npos && begin <= gap + 2 && end >= gap;
    if (group.empty() && !is_beside_gap) return false;
    if (end == text.size() && std::ranges::count(group, '.') == 3) {
      if (group.size() > 15 || group.find_first_not_of("0123456789.") != group.npos) return false;
      groups += 2;
      continue;
    }
    if (!is_group(group)) return false;
    groups += group.empty() ? 0 : 1;
  }
  if (gap == text.npos) return groups == 8;
  return groups < 8 && text.find("::", gap + 1) == text.npos;
}

// A name, an address, or either behind a user: nothing that has several colons but IPv6.
bool is_host(std::string_view target) {
  const std::size_t at = target.rfind('@');
  const std::string_view host = target.substr(at == target.npos ? 0 : at + 1);
  return is_target(target) && at != 0 && !host.empty() &&
         (host.find(':') == host.npos || is_ipv6(host));
}

// [fd74::1]:8 and kim@[fd74::1]: the brackets only keep the slots apart.
bool take_brackets(std::string& target, std::string& rest) {
  const std::size_t open = target.find('[');
  if (open == std::string::npos) return true;
  const std::size_t close = target.find(']', open);
  if (close == std::string::npos || (open != 0 && target[open - 1] != '@')) return false;
  rest = target.substr(close + 1);
  target = target.substr(0, open) + target.substr(open + 1, close - open - 1);
  return rest.empty() || rest.front() == ':';
}

// h2:4, but not fd74::4.
std::optional<wanted_host> host_in(std::string_view word) {
  wanted_host host{std::string(word), {}, 0};
  std::string rest;
  if (!take_brackets(host.target, rest)) return std::nullopt;
  const std::size_t colon = host.target.find(':');
  if (colon != std::string::npos && colon == host.target.rfind(':')) {
    rest = host.target.substr(colon);
    host.target.resize(colon);
  }
  if (!rest.empty() && (host.slots = slots_in(std::string_view(rest).substr(1))) == 0)
    return std::nullopt;
  if (!is_host(host.target)) return std::nullopt;
  host.name = host::plain_name(host.target.substr(host.target.rfind('@') + 1));
  return host;
}

// A host that is named again has more slots.
void add(std::vector<wanted_host>& hosts, wanted_host host) {
  const auto known = std::ranges::find(hosts, host.target, &wanted_host::target);
  if (known == hosts.end())
    hosts.push_back(std::move(host));
  else
    known->slots = std::min(most_slots, std::max(1u, known->slots) + std::max(1u, host.slots));
}

hosts_or_error checked(std::vector<wanted_host> hosts, const std::string& where) {
  if (hosts.empty()) return wrong(where, "names no host");
  if (hosts.size() > most_hosts)
    return wrong(where, "names " + std::to_string(hosts.size()) + " hosts; a session has at most " +
                            std::to_string(most_hosts) + " beside this one (fixed.hosts)");
  return hosts;
}

// 4 all.q@h6 UNDEFINED. False: it is none of them.
bool take_queue(std::istringstream& words, const std::string& word, wanted_host& host) {
  host.slots = slots_in(word);
  std::string queue, processors, more;
  return host.slots != 0 && (words >> queue >> processors) && !(words >> more);
}

// slots=4, max_slots=8, ++cpus 4. False: it is none of them.
bool take_option(std::istringstream& words, const std::string& word, wanted_host& host) {
  if (word.starts_with("max_slots=") || word.starts_with("max-slots=")) return true;
  std::string value = word.substr(std::min(word.size(), word.find('=') + 1));
  if (word == "++cpus" && !(words >> value)) return false;
  if (!word.starts_with("slots=") && word != "++cpus") return false;
  host.slots = slots_in(value);
  return host.slots != 0;
}

}  // namespace

hosts_or_error parse_host_list(std::string_view text) {
  std::vector<wanted_host> hosts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    auto host = host_in(word);
    if (!host)
      return wrong("--hosts: ", "expected hosts such as h2,kim@h3,h4:8, not '" +
                                    base::shown_value(std::string(word)) + "'");
    add(hosts, std::move(*host));
    begin = end + 1;
  }
  return checked(std::move(hosts), "--hosts ");
}

hosts_or_error parse_host_file(std::string_view text, const std::string& path) {
  std::vector<wanted_host> hosts;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = path + ":" + std::to_string(++number) + ": ";
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word;
    if (!(words >> word) || word == "group") continue;
    if (word == "host" && !(words >> word))
      return wrong(where, "expected the name of a host after `host`");
    auto host = host_in(word);
    if (!host)
      return wrong(where,
                   "expected a host such as h2, kim@h3 or h4:8, not " + base::shown_value(word));
    while (words >> word)
      if (!(slots_in(word) != 0 ? take_queue(words, word, *host) : take_option(words, word, *host)))
        return wrong(where, "expected slots=NUMBER, from 1 to " + std::to_string(most_slots) +
                                ", not " + base::shown_value(word));
    add(hosts, std::move(*host));
  }
  return checked(std::move(hosts), path + " ");
}

bool is_machine(const wanted_host& host, std::string_view machine) {
  const std::string_view name = std::string_view(host.target).substr(host.target.rfind('@') + 1);
  const auto first = [](std::string_view text) { return text.substr(0, text.find('.')); };
  const bool is_short = name == first(name) || machine == first(machine);
  return name == machine || (is_short && first(name) == first(machine));
}

}  // namespace mentat::launch
