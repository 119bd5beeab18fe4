#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "rts/node/settings.h"
#include "rts/node/settings_files.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/verbs.h"

extern char** environ;

namespace mentat::command {
namespace {

void print_table(const std::vector<node::said>& all, bool origin) {
  std::size_t key_width = 0, value_width = 0;
  for (const node::said& one : all) {
    key_width = std::max(key_width, one.key.size());
    value_width = std::max(value_width, one.value.size());
  }
  for (const node::said& one : all) {
    std::string line = one.key + std::string(key_width - one.key.size() + 2, ' ') + one.value;
    if (origin) line += std::string(value_width - one.value.size() + 2, ' ') + one.where;
    line.erase(line.find_last_not_of(' ') + 1);
    std::puts(line.c_str());
  }
}

void print_json(const std::vector<node::said>& all) {
  std::vector<json_object> settings;
  for (const node::said& one : all)
    settings.emplace_back().add("key", one.key).add("value", one.value).add("origin", one.where);
  json_object object;
  object.add("settings", settings);
  std::fputs(object.text().c_str(), stdout);
}

}  // namespace

int run_config(const installation&, const arguments& given) {
  command_line line("config", "Prints the settings that a program would have here.");
  std::string what;
  bool origin = false, json = false;
  // As they would be given to the program.
  arguments words, of_program;
  for (const std::string& word : given)
    (word.starts_with("--mentat-") ? of_program : words).push_back(word);
  line.flag("--origin", origin,
            "Say where each comes from: default, FILE:LINE:COLUMN, variable, or argument");
  line.flag("--json", json, "Print them as JSON, with their origin");
  line.positional("show", what, true, "the word show");
  line.footer(
      "Options --mentat-KEY=VALUE count as those of a program. An empty value is left to the "
      "program. "
      "Exit status: 0, or 2 where a setting is wrong.");
  if (const auto done = line.parse(words)) return *done;
  if (what != "show")
    return report({"'mentat config show' is all there is; not '" + what + "'", 2});
  std::vector<std::string> environment;
  for (char** at = environ; at && *at; ++at) environment.emplace_back(*at);
  const auto files = node::read_settings_files(node::settings_file_paths(environment));
  if (!files) return report({files.error(), 2});
  const auto chosen = node::read_settings(of_program, environment, *files);
  if (!chosen) return report({chosen.error(), 2});
  const auto all = node::all_settings(*chosen);
  if (json)
    print_json(all);
  else
    print_table(all, origin);
  return 0;
}

}  // namespace mentat::command
