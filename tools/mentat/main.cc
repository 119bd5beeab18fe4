#include <cstdio>
#include <string>
#include <vector>

#include "tools/mentat/files.h"
#include "tools/mentat/nearest.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

int unknown(const std::string& word) {
  std::vector<std::string> known;
  for (const verb& each : all_verbs) known.emplace_back(each.name);
  return report(
      {"there is no verb '" + word + "'" + suggestion(word, known) + "; 'mentat --help' lists them",
       2});
}

int run_command(const arguments& words) {
  const auto here = find_installation();
  if (!here) return report(here.error());
  const std::string word = words.empty() ? "--help" : words.front();
  if (word == "--help" || word == "-h" || word == "help") {
    const auto usage = read_file(here->shared("usage.txt"));
    if (!usage) return report(usage.error());
    std::fputs(usage->c_str(), words.empty() ? stderr : stdout);
    return words.empty() ? 2 : 0;
  }
  const arguments rest(words.begin() + 1, words.end());
  if (word == "--version") return run_version(*here, rest);
  for (const verb& each : all_verbs)
    if (each.name == word) return each.run(*here, rest);
  return unknown(word);
}

}  // namespace
}  // namespace mentat::command

int main(int argc, char** argv) { return mentat::command::run_command({argv + 1, argv + argc}); }
