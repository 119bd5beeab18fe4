#include "daemons/sim/faults.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "mmps/base/shown_text.h"
#include "rts/config/fault_sets.h"

namespace mentat::sim {
namespace {

using answer = tl::expected<void, std::string>;

constexpr std::streamsize longest_file = 64 << 10;
// After 600 s without any change a program counts as endless.
constexpr std::uint64_t longest_ms = 60'000;
// If nearly every message were lost, no program would end.
constexpr double max_loss = 0.5;

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

answer set_chance(double& to, const std::string& text, double max = 1) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || !(number >= 0 && number <= max))
    return tl::unexpected(std::string("expected a number from 0 to ") + (max < 1 ? "0.5" : "1"));
  to = number;
  return {};
}

answer set_number(std::uint64_t& to, const std::string& text, std::uint64_t max = 1'000'000'000) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number == 0 || number > max)
    return tl::unexpected("expected a whole number from 1 to " + std::to_string(max));
  to = number;
  return {};
}

answer set_roles(std::vector<node::role>& to, const std::string& text) {
  to.clear();
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    word = trimmed(word);
    if (word == "worker")
      to.push_back(node::role::worker);
    else if (word == "instantiation_manager")
      to.push_back(node::role::instantiation_manager);
    else if (word == "token_matching_unit")
      to.push_back(node::role::token_matching_unit);
    else
      to.clear(), words.setstate(std::ios::failbit);
  }
  if (to.empty())
    return tl::unexpected(
        std::string("expected worker, instantiation_manager, token_matching_unit or several of "
                    "them, with commas between"));
  return {};
}

answer set(fault_rates& to, const std::string& key, const std::string& value) {
  if (key == "messages") return set_chance(to.messages, value);
  if (key == "cuts") return set_chance(to.cuts, value);
  if (key == "deaths") return set_chance(to.deaths, value);
  if (key == "hosts") return set_chance(to.hosts, value);
  if (key == "clocks") return set_chance(to.clocks, value);
  if (key == "slow") return set_chance(to.slow, value);
  if (key == "disks") return set_chance(to.disks, value);
  if (key == "limits") return set_chance(to.limits, value);
  if (key == "drains") return set_chance(to.drains, value);
  if (key == "mid_turn") return set_chance(to.mid_turn, value);
  if (key == "drift") return set_chance(to.drift, value);
  if (key == "jump_ms") return set_number(to.jump_ms, value);
  if (key == "pause_ms") return set_number(to.pause_ms, value, longest_ms);
  if (key == "drain_ms") return set_number(to.drain_ms, value, longest_ms);
  if (key == "disk_faults") return set_chance(to.disk_faults, value);
  if (key == "loss") return set_chance(to.loss, value, max_loss);
  if (key == "duplication") return set_chance(to.duplication, value);
  if (key == "latency_ms") return set_number(to.latency_ms, value, longest_ms);
  if (key == "cut_ms") return set_number(to.cut_ms, value, longest_ms);
  if (key == "after") return set_number(to.after, value);
  if (key == "dies") return set_roles(to.dies, value);
  return tl::unexpected(
      "there is no fault '" + base::shown_value(key) +
      "'; there are messages, loss, duplication, latency_ms, cuts, cut_ms, deaths, dies, after, "
      "mid_turn, hosts, clocks, drift, jump_ms, slow, pause_ms, disks, disk_faults, limits, "
      "drains, drain_ms");
}

tl::unexpected<std::string> no_file(const std::string& faults) {
  return tl::unexpected("cannot read the file of faults " + base::shown_value(faults) +
                        "; the named sets are " + std::string(node::fault_sets_text));
}

}  // namespace

tl::expected<fault_rates, std::string> parse_faults(const std::string& text,
                                                    const std::string& name) {
  fault_rates all;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::istringstream lines(text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size())
                                                             : text);
  unsigned number = 0;
  std::set<std::string> given;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string place = base::shown_value(name) + ":" + std::to_string(number) + ": ";
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos)
      return tl::unexpected(place + "expected KEY = VALUE, such as deaths = 0.5");
    const std::string key = trimmed(line.substr(0, equals));
    const std::string value = trimmed(line.substr(equals + 1));
    if (!given.insert(key).second)
      return tl::unexpected(place + base::shown_value(key) + " is given twice");
    if (const answer done = set(all, key, value); !done)
      return tl::unexpected(place + (done.error().starts_with("there is no fault")
                                         ? done.error()
                                         : key + ": " + done.error()));
  }
  return all;
}

tl::expected<fault_rates, std::string> read_faults(const std::string& faults) {
  fault_rates all;
  const bool is_default = faults == "default";
  if (faults == "messages" || is_default) all.messages = is_default ? 0.5 : 1;
  if (faults == "cuts" || is_default) all.cuts = is_default ? 0.25 : 1;
  if (faults == "deaths" || is_default) all.deaths = is_default ? 0.5 : 1;
  if (faults == "hosts" || is_default) all.hosts = is_default ? 0.1 : 1;
  if (faults == "clocks" || is_default) all.clocks = is_default ? 0.25 : 1;
  if (faults == "slow" || is_default) all.slow = is_default ? 0.25 : 1;
  if (faults == "disks" || is_default) all.disks = is_default ? 0.25 : 1;
  if (faults == "limits") all.limits = 1;
  if (faults == "drains" || is_default) all.drains = is_default ? 0.1 : 1;
  const bool is_set = all.messages + all.cuts + all.deaths + all.hosts + all.clocks + all.slow +
                          all.disks + all.limits + all.drains >
                      0;
  if (faults == "none" || is_set) return all;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(faults, ignored)) return no_file(faults);
  std::ifstream file(faults, std::ios::binary);
  if (!file) return no_file(faults);
  std::string text(static_cast<std::size_t>(longest_file) + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.gcount() > longest_file)
    return tl::unexpected("the file of faults " + base::shown_value(faults) +
                          " is longer than 64 KiB");
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse_faults(text, faults);
}

}  // namespace mentat::sim
