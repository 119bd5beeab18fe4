#include "tools/mentat/program_settings.h"

#include <vector>

#include "rts/config/settings_files.h"

extern char** environ;

namespace mentat::command {

std::optional<node::settings> settings_of(const arguments& program, const std::string& mode) {
  std::vector<std::string> words(program.begin() + 1, program.end()), environment;
  for (char** at = environ; at && *at; ++at) environment.emplace_back(*at);
  if (!mode.empty()) environment.push_back("MENTAT_MODE=" + mode);
  const auto files = node::read_settings_files(node::settings_file_paths(environment));
  if (!files) return std::nullopt;
  auto chosen = node::read_settings(words, environment, *files);
  if (!chosen) return std::nullopt;
  return std::move(*chosen);
}

}  // namespace mentat::command
