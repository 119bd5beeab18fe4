#include "rts/node/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

namespace mentat::node {
namespace {

using setter = std::function<tl::expected<void, std::string>(settings&, const std::string&)>;

struct key {
  const char* name;
  setter set;
};

tl::expected<std::uint64_t, std::string> parse_number(const std::string& text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < low || number > high)
    return tl::unexpected("expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return number;
}

template <class Field>
setter number(Field field, std::uint64_t low, std::uint64_t high) {
  return [=](settings& to, const std::string& text) {
    return parse_number(text, low, high).map([&](std::uint64_t n) {
      auto& target = field(to);
      target = static_cast<std::remove_reference_t<decltype(target)>>(n);
    });
  };
}

template <class Field>
setter size(Field field, std::size_t low) {
  return [=](settings& to, const std::string& text) -> tl::expected<void, std::string> {
    auto bytes = parse_size(text);
    if (!bytes) return tl::unexpected(bytes.error());
    if (*bytes < low) return tl::unexpected("expected at least " + std::to_string(low / 1024) + "KiB");
    field(to) = *bytes;
    return {};
  };
}

tl::expected<void, std::string> set_mode(settings& to, const std::string& text) {
  if (text == "serial") to.mode = mode::serial;
  else if (text == "threads") to.mode = mode::threads;
  else if (text == "adversarial") to.mode = mode::adversarial;
  else if (text == "processes") to.mode = mode::processes;
  else return tl::unexpected(std::string("expected serial, threads, processes or adversarial"));
  return {};
}

tl::expected<void, std::string> set_placement(settings& to, const std::string& text) {
  if (text == "share") to.placement = exchange_placement::share;
  else if (text == "elsewhere") to.placement = exchange_placement::elsewhere;
  else return tl::unexpected(std::string("expected share or elsewhere"));
  return {};
}

tl::expected<void, std::string> set_transports(settings& to, const std::string& text) {
  if (text != "shm,zmq" && text != "zmq") return tl::unexpected(std::string("expected shm,zmq or zmq"));
  to.shared_memory = text != "zmq";
  return {};
}

tl::expected<void, std::string> set_stats(settings& to, const std::string& text) {
  if (text != "true" && text != "false" && text != "1" && text != "0" && !text.empty())
    return tl::unexpected(std::string("expected true or false"));
  to.stats = text != "false" && text != "0";
  return {};
}

tl::expected<void, std::string> set_log(settings& to, const std::string& text) {
  for (const char* level : {"off", "error", "warn", "info", "debug"})
    if (text == level) {
      to.log = text;
      return {};
    }
  return tl::unexpected(std::string("expected off, error, warn, info or debug"));
}

tl::expected<void, std::string> set_profile(settings& to, const std::string& text) {
  if (text.empty()) return tl::unexpected(std::string("expected the name of a file"));
  to.profile = text;
  return {};
}

const std::vector<key>& keys() {
  static const std::vector<key> all = {
      {"mode", &set_mode},
      {"workers", number([](settings& s) -> auto& { return s.workers; }, 1, 1024)},
      {"processes", number([](settings& s) -> auto& { return s.processes; }, 2, 256)},
      {"placement", &set_placement},
      {"mmps.transports", &set_transports},
      {"seed", number([](settings& s) -> auto& { return s.seed; }, 0, UINT64_MAX)},
      {"stats", &set_stats},
      {"profile", &set_profile},
      {"log", &set_log},
      {"limits.graph_depth", number([](settings& s) -> auto& { return s.limits.graph_depth; }, 1, 1u << 30)},
      {"limits.fibers", number([](settings& s) -> auto& { return s.limits.fibers; }, 1, 1u << 30)},
      {"limits.objects", number([](settings& s) -> auto& { return s.limits.objects; }, 1, (1u << 20) - 1)},
      {"limits.fiber_stack", size([](settings& s) -> auto& { return s.limits.fiber_stack; }, 64 * 1024)},
      {"limits.main_stack", size([](settings& s) -> auto& { return s.limits.main_stack; }, 64 * 1024)},
      {"limits.memory", size([](settings& s) -> auto& { return s.limits.memory; }, 1024 * 1024)},
  };
  return all;
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

std::string nearest(const std::string& name) {
  const auto& all = keys();
  return std::min_element(all.begin(), all.end(), [&](const key& a, const key& b) {
           return distance(name, a.name) < distance(name, b.name);
         })->name;
}

tl::expected<void, std::string> apply(settings& to, const std::string& where, const std::string& name,
                                      const std::string& value) {
  for (const key& known : keys()) {
    if (name != known.name) continue;
    auto done = known.set(to, value);
    if (!done) return tl::unexpected(where + ": '" + value + "': " + done.error());
    return {};
  }
  return tl::unexpected(where + ": unknown setting '" + name + "'; the nearest known one is '" + nearest(name) + "'");
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

tl::expected<settings, std::string> read_settings(std::vector<std::string>& arguments,
                                                  const std::vector<std::string>& environment) {
  settings chosen;
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    if (entry.rfind("MENTAT_", 0) != 0 || equals == std::string::npos) continue;
    const std::string variable = entry.substr(0, equals);
    const std::string name = key_of_variable(variable);
    // Only known names: other tools of Mentat have variables of their own.
    if (std::none_of(keys().begin(), keys().end(), [&](const key& k) { return name == k.name; }) &&
        name.rfind("limits.", 0) != 0)
      continue;
    if (auto done = apply(chosen, variable, name, entry.substr(equals + 1)); !done) return tl::unexpected(done.error());
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
    const std::string name = argument.substr(9, equals == std::string::npos ? std::string::npos : equals - 9);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (auto done = apply(chosen, "--mentat-" + name, name, value); !done) return tl::unexpected(done.error());
  }
  arguments = std::move(kept);
  return chosen;
}

}  // namespace mentat::node
