#include "tools/mentat/modes.h"

#include <filesystem>
#include <sstream>

#include "tools/mentat/nearest.h"
#include "tools/mentat/process.h"

namespace mentat::command {

std::span<const std::string> all_modes() {
  static const std::string modes[] = {"serial", "threads", "processes", "cluster", "adversarial",
                                      "sim"};
  return modes;
}

expected<std::vector<std::string>> parse_modes(const std::string& list) {
  std::vector<std::string> modes;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    bool known = false;
    for (const std::string& mode : all_modes()) known = known || mode == word;
    if (!known)
      return fail("there is no mode '" + word + "'" + suggestion(word, all_modes()) +
                      "; modes are serial, threads, processes, cluster, adversarial, sim",
                  2);
    modes.push_back(word);
  }
  if (modes.empty())
    return fail("no mode given; modes are serial, threads, processes, cluster, adversarial, sim", 2);
  return modes;
}

std::string find_program(const std::string& name) {
  std::error_code ignored;
  if (name.find('/') == std::string::npos && !in_path(name) &&
      std::filesystem::exists(name, ignored))
    return "./" + name;
  return name;
}

}  // namespace mentat::command
