#include "rts/config/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <vector>

#include "mmps/base/shown_text.h"
#include "rts/config/setting_keys.h"

namespace mentat::node {
namespace {

using base::shown_value;

constexpr std::size_t longest_key = 64;  // no key is as long

tl::expected<void, std::string> apply(settings& to, const setting_origin& one) {
  const setting_key* known = find_setting_key(one.key);
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
  const setting_key* known = find_setting_key(name);
  if (!known) return std::nullopt;
  return known->kind;
}

std::string nearest_key(const std::string& wanted) {
  const std::string name = wanted.substr(0, longest_key);
  const auto& all = setting_keys();
  return std::min_element(all.begin(), all.end(),
                          [&](const setting_key& a, const setting_key& b) {
                            return edit_distance(name, a.name) < edit_distance(name, b.name);
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
    if (!find_setting_key(name) && !is_section(name)) continue;
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
  for (const setting_key& known : setting_keys()) {
    const auto given = std::ranges::find(of.given, known.name, &setting_origin::key);
    all.push_back(
        {given == of.given.end() ? "default" : given->where, known.name, known.value.get(of)});
  }
  return all;
}

std::vector<setting_description> describe_settings() {
  std::vector<setting_description> all;
  for (const setting_key& known : setting_keys()) {
    const std::string initial = known.value.get({});
    all.push_back(
        {known.name, known.value.values, initial.empty() ? known.chosen : initial, known.meaning});
  }
  return all;
}

std::string settings_for_branches(const settings& of) {
  std::string lines;
  for (const setting_origin& one : of.given)
    if (find_setting_key(one.key)->for_branches) lines += one.key + "=" + one.value + "\n";
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
