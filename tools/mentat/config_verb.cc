#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "mmps/base/shown_text.h"
#include "mmps/machine/usable_resources.h"
#include "rts/config/settings.h"
#include "rts/config/settings_files.h"
#include "tools/mentat/config_list.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/verbs.h"

extern char** environ;

namespace mentat::command {
namespace {

std::string half_of_memory() {
  constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
  const auto bytes = static_cast<double>(machine::usable_memory());
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", bytes / 2 / gibibyte);
  return text;
}

/// The value that a program derives for an unset setting, as a node does (rts/session).
std::string chosen_by_program(const std::string& key, const node::settings& of) {
  const bool several = of.mode == node::mode::processes || of.mode == node::mode::cluster;
  if (key == "workers")
    return several ? std::to_string(std::max(1u, machine::usable_cores() / of.processes)) +
                         " (cores / processes)"
                   : std::to_string(machine::usable_cores()) + " (cores)";
  if (key == "limits.memory") return half_of_memory() + " (half of memory)";
  if (key == "address") return "default (the usual session)";
  if (key == "profile") return "(none)";
  return "";
}

/// One setting, in words.
std::string shown(const node::setting_origin& one, const node::settings& of) {
  return one.value.empty() ? chosen_by_program(one.key, of) : one.value;
}

void print_table(const node::settings& chosen, bool origin) {
  std::vector<node::setting_origin> all = node::all_settings(chosen);
  for (node::setting_origin& one : all) one.value = base::shown_value(shown(one, chosen));
  std::size_t key_width = 0, value_width = 0;
  for (const node::setting_origin& one : all) {
    key_width = std::max(key_width, one.key.size());
    value_width = std::max(value_width, one.value.size());
  }
  for (const node::setting_origin& one : all) {
    std::string line = one.key + std::string(key_width - one.key.size() + 2, ' ') + one.value;
    if (origin) line += std::string(value_width - one.value.size() + 2, ' ') + one.where;
    line.erase(line.find_last_not_of(' ') + 1);
    std::puts(line.c_str());
  }
}

void print_json(const node::settings& chosen) {
  std::vector<json_object> settings;
  for (const node::setting_origin& one : node::all_settings(chosen))
    settings.emplace_back()
        .add("key", one.key)
        .add("value", one.value)
        .add("shown", shown(one, chosen))
        .add("origin", one.where);
  json_object object;
  object.add("settings", settings);
  std::fputs(object.text().c_str(), stdout);
}

}  // namespace

int run_config(const installation&, const arguments& given) {
  command_line line("config");
  std::string what;
  bool origin = false, json = false, markdown = false;
  // In the form that the program expects.
  arguments words, of_program;
  for (const std::string& word : given)
    (word.starts_with("--mentat-") ? of_program : words).push_back(word);
  line.flag("--origin", origin);
  line.flag("--json", json);
  line.flag("--markdown", markdown);
  line.positional("show|list", what, true, "expected one of show and list");
  if (const auto done = line.parse(words)) return *done;
  if (what == "list") {
    if (origin || !of_program.empty())
      return report({"'mentat config list' takes only --json or --markdown", 2});
    if (json && markdown) return report({"--json and --markdown exclude each other", 2});
    print_config_list(json       ? list_format::json
                      : markdown ? list_format::markdown
                                 : list_format::text);
    return 0;
  }
  if (what != "show")
    return report(
        {"unknown word '" + base::shown_value(what) + "'; expected one of show and list", 2});
  if (markdown) return report({"--markdown is an option of 'mentat config list'", 2});
  std::vector<std::string> environment;
  for (char** at = environ; at && *at; ++at) environment.emplace_back(*at);
  const auto files = node::read_settings_files(node::settings_file_paths(environment));
  if (!files) return report({files.error(), 2});
  const auto chosen = node::read_settings(of_program, environment, *files);
  if (!chosen) return report({chosen.error(), 2});
  if (json)
    print_json(*chosen);
  else
    print_table(*chosen, origin);
  return 0;
}

}  // namespace mentat::command
