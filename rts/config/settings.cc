#include "rts/config/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <sstream>
#include <utility>
#include <vector>

#include "mmps/base/shown_text.h"
#include "rts/config/fault_sets.h"

namespace mentat::node {
namespace {

using base::shown_value;

using setter = std::function<tl::expected<void, std::string>(settings&, const std::string&)>;
using getter = std::function<std::string(const settings&)>;

// How a setting is read from a text, and written as one that reads the same.
struct access {
  setter set;
  getter get;
};

constexpr std::size_t longest_key = 64;  // no key is as long

struct key {
  const char* name;
  access value;
  value_kind kind = value_kind::word;
  bool for_branches = true;  // it holds on all hosts of a program
};

tl::expected<std::uint64_t, std::string> parse_number(const std::string& text, std::uint64_t low,
                                                      std::uint64_t high) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < low || number > high)
    return tl::unexpected("expected a whole number from " + std::to_string(low) + " to " +
                          std::to_string(high));
  return number;
}

// What is below the least value stands for one that the program chooses.
template <class Field>
access number(Field field, std::uint64_t low, std::uint64_t high) {
  return {[=](settings& to, const std::string& text) {
            return parse_number(text, low, high).map([&](std::uint64_t n) {
              auto& target = field(to);
              target = static_cast<std::remove_reference_t<decltype(target)>>(n);
            });
          },
          [=](const settings& of) {
            const std::uint64_t n = field(const_cast<settings&>(of));
            return n < low ? std::string() : std::to_string(n);
          }};
}

constexpr std::size_t max_stack = std::size_t{1} << 40;  // below what a process can map

std::string size_text(std::size_t bytes) {
  static const std::pair<const char*, std::size_t> units[] = {
      {"GiB", std::size_t{1} << 30}, {"MiB", std::size_t{1} << 20}, {"KiB", std::size_t{1} << 10}};
  for (const auto& [unit, factor] : units)
    if (bytes >= factor && bytes % factor == 0) return std::to_string(bytes / factor) + unit;
  return std::to_string(bytes);
}

template <class Field>
access size(Field field, std::size_t low, std::size_t high = SIZE_MAX) {
  return {[=](settings& to, const std::string& text) -> tl::expected<void, std::string> {
            auto bytes = parse_size(text);
            if (!bytes) return tl::unexpected(bytes.error());
            if (*bytes < low)
              return tl::unexpected("expected at least " + std::to_string(low / 1024) + "KiB");
            if (*bytes > high) return tl::unexpected("expected at most " + size_text(high));
            field(to) = *bytes;
            return {};
          },
          [=](const settings& of) {
            const std::size_t bytes = field(const_cast<settings&>(of));
            return bytes < low ? std::string() : size_text(bytes);
          }};
}

const char* name_of(mode which) {
  switch (which) {
    case mode::serial:
      return "serial";
    case mode::threads:
      return "threads";
    case mode::adversarial:
      return "adversarial";
    case mode::processes:
      return "processes";
    case mode::cluster:
      return "cluster";
    case mode::sim:
      return "sim";
  }
  return "";
}

std::string real_text(double number) {
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1] ? 1 : 0)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// A text that is none of the words; the one that was probably meant is named.
tl::unexpected<std::string> expected_one_of(const std::vector<const char*>& words,
                                            const std::string& text) {
  std::string list, meant;
  std::size_t least = 1 + std::max<std::size_t>(1, text.size() / 3);
  std::size_t left = words.size();
  for (const std::string word : words) {
    list += (list.empty() ? "" : left == 1 ? " or " : ", ") + word;
    --left;
    if (const std::size_t far = distance(text, word); far < least) {
      least = far;
      meant = word;
    }
  }
  return tl::unexpected("expected " + list +
                        (meant.empty() ? "" : "; did you mean '" + meant + "'?"));
}

tl::expected<void, std::string> set_mode(settings& to, const std::string& text) {
  if (text == "serial")
    to.mode = mode::serial;
  else if (text == "threads")
    to.mode = mode::threads;
  else if (text == "adversarial")
    to.mode = mode::adversarial;
  else if (text == "processes")
    to.mode = mode::processes;
  else if (text == "cluster")
    to.mode = mode::cluster;
  else if (text == "sim")
    to.mode = mode::sim;
  else
    return expected_one_of({"serial", "threads", "processes", "cluster", "adversarial", "sim"},
                           text);
  return {};
}

tl::expected<void, std::string> set_placement(settings& to, const std::string& text) {
  if (text == "share")
    to.placement = exchange_placement::share;
  else if (text == "elsewhere")
    to.placement = exchange_placement::elsewhere;
  else
    return expected_one_of({"share", "elsewhere"}, text);
  return {};
}

tl::expected<void, std::string> set_transports(settings& to, const std::string& text) {
  if (text != "shm,zmq" && text != "zmq")
    return expected_one_of({"shm,zmq", "zmq"}, text);
  to.shared_memory = text != "zmq";
  return {};
}

tl::expected<bool, std::string> parse_flag(const std::string& text) {
  if (text != "true" && text != "false" && text != "1" && text != "0" && !text.empty())
    return expected_one_of({"true", "false"}, text);
  return text != "false" && text != "0";
}

template <class Field>
access flag_of(Field field) {
  return {[=](settings& to, const std::string& text) {
            return parse_flag(text).map([&](bool on) { field(to) = on; });
          },
          [=](const settings& of) {
            return std::string(field(const_cast<settings&>(of)) ? "true" : "false");
          }};
}

tl::expected<void, std::string> set_log(settings& to, const std::string& text) {
  for (const char* level : {"off", "error", "warn", "info", "debug"})
    if (text == level) {
      to.log = text;
      return {};
    }
  return expected_one_of({"off", "error", "warn", "info", "debug"}, text);
}

template <class Field>
access file_of(Field field) {
  return {[=](settings& to, const std::string& text) -> tl::expected<void, std::string> {
            if (text.empty()) return tl::unexpected(std::string("expected the name of a file"));
            field(to) = text;
            return {};
          },
          [=](const settings& of) { return field(const_cast<settings&>(of)); }};
}

tl::expected<void, std::string> set_address(settings& to, const std::string& text) {
  to.address = text;
  return {};
}

tl::expected<void, std::string> set_threshold(settings& to, const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || !(number > 0 && number <= 1000))
    return tl::unexpected(
        std::string("expected a number above 0, and at most 1000: runnable work units per core"));
  to.im.threshold = number;
  return {};
}

tl::expected<void, std::string> set_transfer_policy(settings&, const std::string& text) {
  if (text == "threshold") return {};
  return expected_one_of({"threshold"}, text);
}

tl::expected<void, std::string> set_faults(settings& to, const std::string& text) {
  const bool is_file = text.find('/') != std::string::npos || text.find('.') != std::string::npos;
  if (is_file || std::ranges::find(fault_sets, text) != std::end(fault_sets)) {
    to.sim.faults = text;
    return {};
  }
  std::vector<const char*> words(std::begin(fault_sets), std::end(fault_sets));
  words.push_back("the path of a file");
  return expected_one_of(words, text);
}

tl::expected<void, std::string> set_isolation(settings& to, const std::string& text) {
  if (text != "none" && text != "process")
    return expected_one_of({"none", "process"}, text);
  to.im.isolation = text == "process";
  return {};
}

tl::expected<void, std::string> set_location_policy(settings& to, const std::string& text) {
  for (const char* policy : {"random", "round_robin", "best_most_recently"})
    if (text == policy) {
      to.im.location_policy = text;
      return {};
    }
  return expected_one_of({"random", "round_robin", "best_most_recently"}, text);
}

const std::vector<key>& keys() {
  constexpr auto word = value_kind::word, whole = value_kind::whole, real = value_kind::real,
                 flag = value_kind::flag, bytes = value_kind::size;
  constexpr bool here_only = false;
  static const std::vector<key> all = {
      {"mode",
       {&set_mode, [](const settings& s) { return std::string(name_of(s.mode)); }},
       word,
       here_only},
      {"address", {&set_address, [](const settings& s) { return s.address; }}, word, here_only},
      {"workers", number([](settings& s) -> auto& { return s.workers; }, 1, 1024), whole},
      {"processes", number([](settings& s) -> auto& { return s.processes; }, 2, 256), whole},
      {"placement",
       {&set_placement,
        [](const settings& s) {
          return std::string(s.placement == exchange_placement::share ? "share" : "elsewhere");
        }},
       word},
      {"driver_executes", flag_of([](settings& s) -> auto& { return s.driver_executes; }), flag,
       here_only},
      {"mmps.transports",
       {&set_transports,
        [](const settings& s) { return std::string(s.shared_memory ? "shm,zmq" : "zmq"); }},
       value_kind::words},
      {"seed", number([](settings& s) -> auto& { return s.seed; }, 0, UINT64_MAX), whole},
      {"stats", flag_of([](settings& s) -> auto& { return s.stats; }), flag, here_only},
      {"profile", file_of([](settings& s) -> auto& { return s.profile; }), word, here_only},
      {"log", {&set_log, [](const settings& s) { return s.log; }}, word},
      {"limits.graph_depth",
       number([](settings& s) -> auto& { return s.limits.graph_depth; }, 1, 1u << 30), whole},
      {"limits.fibers", number([](settings& s) -> auto& { return s.limits.fibers; }, 1, 1u << 30),
       whole},
      {"limits.objects",
       number([](settings& s) -> auto& { return s.limits.objects; }, 1, (1u << 20) - 1), whole},
      {"limits.fiber_stack",
       size([](settings& s) -> auto& { return s.limits.fiber_stack; }, 64 * 1024, max_stack),
       bytes},
      {"limits.main_stack",
       size([](settings& s) -> auto& { return s.limits.main_stack; }, 64 * 1024, max_stack), bytes},
      {"limits.memory", size([](settings& s) -> auto& { return s.limits.memory; }, 1024 * 1024),
       bytes},
      {"im.transfer_policy",
       {&set_transfer_policy, [](const settings&) { return std::string("threshold"); }},
       word},
      {"im.threshold",
       {&set_threshold, [](const settings& s) { return real_text(s.im.threshold); }},
       real},
      {"im.transfer_limit",
       number([](settings& s) -> auto& { return s.im.transfer_limit; }, 0, 255), whole},
      {"im.location_policy",
       {&set_location_policy, [](const settings& s) { return s.im.location_policy; }},
       word},
      {"im.isolation",
       {&set_isolation,
        [](const settings& s) { return std::string(s.im.isolation ? "process" : "none"); }},
       word},
      {"limits.processes", number([](settings& s) -> auto& { return s.object_processes; }, 1, 4000),
       whole},
      {"sim.hosts", number([](settings& s) -> auto& { return s.sim.hosts; }, 1, 256), whole,
       here_only},
      {"sim.faults",
       {&set_faults, [](const settings& s) { return s.sim.faults; }},
       word,
       here_only},
      {"sim.trace", file_of([](settings& s) -> auto& { return s.sim.trace; }), word, here_only},
      {"sim.outcome", file_of([](settings& s) -> auto& { return s.sim.outcome; }), word, here_only},
      {"tmu.memory", size([](settings& s) -> auto& { return s.tmu_memory; }, 1024 * 1024), bytes},
  };
  return all;
}

const key* find_key(const std::string& name) {
  for (const key& known : keys())
    if (name == known.name) return &known;
  return nullptr;
}

tl::expected<void, std::string> apply(settings& to, const setting_origin& one) {
  const key* known = find_key(one.key);
  if (!known)
    return tl::unexpected(one.where + ": unknown setting '" + shown_value(one.key) +
                          "'; the nearest known one is '" + nearest_key(one.key) + "'");
  if (auto done = known->value.set(to, one.value); !done)
    return tl::unexpected(one.where + ": '" + shown_value(one.value) + "': " + done.error());
  std::erase_if(to.given, [&](const setting_origin& earlier) { return earlier.key == one.key; });
  to.given.push_back(one);
  return {};
}

// A section whose names are all settings.
bool is_section(const std::string& name) {
  for (const char* section : {"limits.", "im.", "tmu.", "mmps.", "sim."})
    if (name.starts_with(section)) return true;
  return false;
}

// MENTAT_LIMITS__GRAPH_DEPTH -> limits.graph_depth
std::string key_of_variable(const std::string& variable) {
  std::string name;
  for (std::size_t i = sizeof "MENTAT_" - 1; i < variable.size(); ++i) {
    if (variable.compare(i, 2, "__") == 0) {
      name += '.';
      ++i;
    } else {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(variable[i])));
    }
  }
  return name;
}

}  // namespace

tl::expected<std::size_t, std::string> parse_size(const std::string& text) {
  double amount = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), amount);
  const std::string unit(end, text.data() + text.size());
  static const std::pair<const char*, double> units[] = {
      {"", 1}, {"B", 1}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};
  if (failure == std::errc())
    for (const auto& [name, factor] : units)
      if (const double bytes = amount * factor; unit == name && bytes >= 1 && bytes < 9e18)
        return static_cast<std::size_t>(std::llround(bytes));
  return tl::unexpected(std::string("expected a size such as 4096, 64KiB, 256MiB or 1GiB"));
}

std::optional<value_kind> kind_of_key(const std::string& name) {
  const key* known = find_key(name);
  if (!known) return std::nullopt;
  return known->kind;
}

std::string nearest_key(const std::string& wanted) {
  const std::string name = wanted.substr(0, longest_key);
  const auto& all = keys();
  return std::min_element(all.begin(), all.end(),
                          [&](const key& a, const key& b) {
                            return distance(name, a.name) < distance(name, b.name);
                          })
      ->name;
}

tl::expected<settings, std::string> read_settings(std::vector<std::string>& arguments,
                                                  const std::vector<std::string>& environment,
                                                  const std::vector<setting_origin>& files) {
  settings chosen;
  for (const setting_origin& one : files)
    if (auto done = apply(chosen, one); !done) return tl::unexpected(done.error());
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    if (entry.rfind("MENTAT_", 0) != 0 || equals == std::string::npos) continue;
    const std::string variable = entry.substr(0, equals);
    const std::string name = key_of_variable(variable);
    // Only known names: other tools of Mentat have variables of their own.
    if (!find_key(name) && !is_section(name)) continue;
    if (auto done = apply(chosen, {shown_value(variable), name, entry.substr(equals + 1)}); !done)
      return tl::unexpected(done.error());
  }
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      kept.insert(kept.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    if (argument.rfind("--mentat-", 0) != 0) {
      kept.push_back(argument);
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string name =
        argument.substr(9, equals == std::string::npos ? std::string::npos : equals - 9);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (auto done = apply(chosen, {shown_value("--mentat-" + name), name, value}); !done)
      return tl::unexpected(done.error());
  }
  arguments = std::move(kept);
  return chosen;
}

std::vector<setting_origin> all_settings(const settings& of) {
  std::vector<setting_origin> all;
  for (const key& known : keys()) {
    const auto given = std::ranges::find(of.given, known.name, &setting_origin::key);
    all.push_back(
        {given == of.given.end() ? "default" : given->where, known.name, known.value.get(of)});
  }
  return all;
}

std::string settings_for_branches(const settings& of) {
  std::string lines;
  for (const setting_origin& one : of.given)
    if (find_key(one.key)->for_branches) lines += one.key + "=" + one.value + "\n";
  return lines;
}

tl::expected<settings, std::string> read_settings_for_branch(const std::string& lines) {
  settings chosen;
  chosen.mode = mode::cluster;
  std::istringstream all(lines);
  for (std::string line; std::getline(all, line);) {
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string value = equals < line.size() ? line.substr(equals + 1) : "";
    if (auto done = apply(chosen, {"the driver's settings", line.substr(0, equals), value}); !done)
      return tl::unexpected(done.error());
  }
  return chosen;
}

}  // namespace mentat::node
